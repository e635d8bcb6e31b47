/** What the pages can do with scripts: a menu on small screens, copying, and search over all of the documentation. */
document.documentElement.classList.add('scripted')

const menu = document.querySelector('.menu')
const navigation = document.querySelector('#navigation')
menu.addEventListener('click', () => {
  const isOpen = navigation.classList.toggle('open')
  menu.setAttribute('aria-expanded', String(isOpen))
})

for (const block of document.querySelectorAll('pre')) {
  const code = block.querySelector('code')
  // The local sandbox may have another port than the one that examples are written with.
  const { origin } = block.dataset
  if (origin) code.textContent = code.textContent.replaceAll(origin, location.origin)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', () => void copy(button, code.textContent))
  block.append(button)
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}

const MAX_RESULTS = 12
const field = document.querySelector('#search')
const results = document.querySelector('#results')
let index = null

/** The index is built when somebody begins to search. */
async function load() {
  const [{ default: MiniSearch }, sections] = await Promise.all([
    import('/docs/assets/search.js'),
    fetch('/docs/assets/sections.json').then((answer) => answer.json()),
  ])
  const made = new MiniSearch({
    fields: ['title', 'text', 'page'],
    storeFields: ['url', 'title', 'page'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  })
  made.addAll(sections)
  return made
}

function show(found) {
  results.replaceChildren()
  results.hidden = false
  if (found.length === 0) {
    const none = document.createElement('p')
    none.textContent = 'Nothing found.'
    results.append(none)
    return
  }
  const list = document.createElement('ul')
  for (const { url, title, page } of found.slice(0, MAX_RESULTS)) {
    const link = document.createElement('a')
    link.href = url
    link.textContent = title
    if (page !== title) {
      const where = document.createElement('small')
      where.textContent = page
      link.append(where)
    }
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  results.append(list)
}

async function search() {
  const query = field.value.trim()
  if (query === '') {
    results.hidden = true
    return
  }
  index ??= load()
  show((await index).search(query))
}

field.addEventListener('input', () => void search())
field.addEventListener('focus', () => void search())
field.form.addEventListener('submit', (event) => {
  event.preventDefault()
  results.querySelector('a')?.click()
})
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
  if (event.key === 'Escape') results.hidden = true
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    field.focus()
  }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
})

/** The arrow keys walk through the results. */
function moveFocus(event) {
  if (results.hidden) return
  const links = [...results.querySelectorAll('a')]
  const here = links.indexOf(document.activeElement)
  if (here < 0 && document.activeElement !== field) return
  event.preventDefault()
  const next = here + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) field.focus()
  else links[Math.min(next, links.length - 1)]?.focus()
}

document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) results.hidden = true
})

const asked = new URLSearchParams(location.search).get('q')
if (asked) {
  field.value = asked
  field.focus()
}
