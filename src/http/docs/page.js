// What the page does by itself: it opens named schemas in their place, copies examples, and narrows the list of contents.
// Without it everything is still there to read.

for (const button of document.querySelectorAll('button.copy'))
  button.addEventListener('click', () => {
    void navigator.clipboard?.writeText(button.nextElementSibling.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.open || !target.dataset.schema || target.children.length > 1) return
    const table = document.querySelector(`#schema-${CSS.escape(target.dataset.schema)} > table`)
    if (table) target.append(table.cloneNode(true))
  },
  true,
)

const filter = document.querySelector('#filter')
filter.addEventListener('input', () => {
  const wanted = filter.value.toLowerCase()
  for (const item of document.querySelectorAll('nav li'))
    item.hidden = !`${item.textContent} ${item.firstElementChild.title}`.toLowerCase().includes(wanted)
})

function showCurrent() {
  for (const link of document.querySelectorAll('nav a[aria-current]')) link.removeAttribute('aria-current')
  if (location.hash)
    document.querySelector(`nav a[href="${CSS.escape(location.hash)}"]`)?.setAttribute('aria-current', 'true')
}
addEventListener('hashchange', showCurrent)
showCurrent()
