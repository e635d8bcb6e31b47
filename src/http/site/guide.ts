import type { Environment } from '../../operations/caller.ts'
import { Html } from './html.ts'
import { shell } from './layout.ts'
import { drawMachine, machineTable } from './machine.ts'
import { renderMarkdown } from './markdown.ts'
import type { Page } from './pages.ts'

/** The place in a guide at which the booking machine is drawn. */
const MACHINE = '<!-- machine -->'

/** A guide as a page of the site. */
export function guidePage(pages: ReadonlyMap<string, Page>, page: Page, environment: Environment): string {
  const { name, title, summary, markdown } = page
  const { body, headings } = renderMarkdown(markdown)
  const content = new Html(body.text.replace(MACHINE, () => drawMachine().text + machineTable().text))
  return shell(pages, { title, summary, current: name, environment, content, headings })
}
