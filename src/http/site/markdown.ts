import { Marked, type Parser, type Tokens } from 'marked'
import { Html, html } from './html.ts'

/** A heading of a page, for its contents and for links into it. */
export type Heading = { readonly id: string; readonly level: number; readonly text: string }

/** A page of markdown as HTML, and what search and navigation need of it. */
export type Rendered = {
  readonly body: Html
  readonly headings: readonly Heading[]
}

/** The id of a heading, as GitHub makes it, so that links in the files work on both. */
export function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** Links between the files become links between the pages: `errors.md#x` is `/docs/errors#x`. */
function pageLink(href: string): string {
  const local = /^(?:\.\/)?([a-z-]+)\.md(#.*)?$/.exec(href)
  return local ? `/docs/${local[1]}${local[2] ?? ''}` : href
}

/** What marked calls a renderer on. */
type Rendering = { readonly parser: Parser }

function cellsOf({ parser }: Rendering, row: readonly Tokens.TableCell[], tag: 'td' | 'th'): string {
  return row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('')
}

/** Renders a file of ours; it is not safe for text of other people. */
export function renderMarkdown(text: string): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(this: Rendering, { tokens, depth, text: plain }: Tokens.Heading): string {
        const id = idOf(plain)
        headings.push({ id, level: depth, text: plain.replace(/`/g, '') })
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${html`${plain}`.text}">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`
      },
      link(this: Rendering, { href, tokens }: Tokens.Link): string {
        return `<a href="${html`${pageLink(href)}`.text}">${this.parser.parseInline(tokens)}</a>`
      },
      code({ text: code, lang }: Tokens.Code): string {
        if (lang === 'svg') return `<figure>${code}</figure>\n`
        const label = lang ? ` data-language="${html`${lang}`.text}"` : ''
        return `<pre tabindex="0"${label}><code>${html`${code}`.text}</code></pre>\n`
      },
      table(this: Rendering, { header, rows }: Tokens.Table): string {
        const body = rows.map((row) => `<tr>${cellsOf(this, row, 'td')}</tr>`).join('\n')
        const head = `<thead><tr>${cellsOf(this, header, 'th')}</tr></thead>`
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  return { body: new Html(marked.parse(text, { async: false })), headings }
}
