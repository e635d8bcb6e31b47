import type { Locator, Page } from 'playwright-core'

/** Somebody at a page, whose clicks are counted: what is typed or pressed costs nothing. */
export type Visitor = {
  readonly page: Page
  readonly click: (what: Locator) => Promise<void>
  /** Fills in a field by its label. */
  readonly fill: (label: string, value: string) => Promise<void>
  /** Chooses one of a list by its label: two clicks. */
  readonly choose: (label: string, option: RegExp | string) => Promise<void>
  readonly clicks: () => number
}

export function visitor(page: Page): Visitor {
  let count = 0
  async function click(what: Locator): Promise<void> {
    count += 1
    await what.click()
  }
  return {
    page,
    click,
    fill: (label, value) => page.getByLabel(label).fill(value),
    choose: async (label, option) => {
      await click(page.getByRole('combobox', { name: label }))
      await click(page.getByRole('option', { name: option }))
    },
    clicks: () => count,
  }
}
