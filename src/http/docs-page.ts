/** The reference page: renders /openapi.json, loads nothing from anywhere else. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hotel distribution gateway: API reference</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --accent: #0a7; }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
  h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; padding-bottom: .3rem; }
  details { border: 1px solid var(--line); border-radius: .4rem; margin: .5rem 0; padding: .5rem .8rem; }
  summary { cursor: pointer; } summary span { opacity: .75; }
  code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { overflow: auto; background: #8881; padding: .8rem; }
  b.method { color: var(--accent); display: inline-block; min-width: 4.2rem; }
  table { border-collapse: collapse; width: 100%; } td, th { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top; }
</style>
<h1>Hotel distribution gateway</h1>
<p id="about"></p>
<p>Every request carries <code>x-api-key</code>. The same operations are on <code>/graphql</code>.
The document behind this page is <a href="/openapi.json">/openapi.json</a>.</p>
<main></main>
<script>
  const text = (tag, content, parent) => { const e = document.createElement(tag); e.textContent = content; parent?.append(e); return e }
  const main = document.querySelector('main')
  fetch('/openapi.json').then((answer) => answer.json()).then((doc) => {
    document.querySelector('#about').textContent = doc.info.description
    const groups = {}
    for (const [path, methods] of Object.entries(doc.paths))
      for (const [method, operation] of Object.entries(methods)) (groups[operation.tags[0]] ??= []).push({ path, method, operation })
    for (const [tag, operations] of Object.entries(groups)) {
      text('h2', tag, main)
      for (const { path, method, operation } of operations) {
        const box = document.createElement('details'); box.id = operation.operationId
        const head = document.createElement('summary')
        text('b', method.toUpperCase(), head).className = 'method'
        text('code', path, head); text('span', '  ' + operation.summary, head)
        box.append(head); text('p', operation.description, box)
        const table = document.createElement('table')
        for (const p of operation.parameters) {
          const row = document.createElement('tr'); text('td', p.name, row); text('td', p.in, row)
          text('td', p.required ? 'required' : 'optional', row); text('td', JSON.stringify(p.schema), row); table.append(row)
        }
        box.append(table)
        const body = operation.requestBody?.content['application/json'].schema
        if (body) { text('h4', 'Body', box); text('pre', JSON.stringify(body, null, 2), box) }
        main.append(box)
      }
    }
    text('h2', 'Errors', main)
    text('pre', doc.components.schemas.Error.properties.code.enum.join('\\n'), main)
  })
</script>
</html>
`
