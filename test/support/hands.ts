import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsoleClient } from './console-client.ts'
import { openConsole } from './console-page.ts'
import { until } from './until.ts'

/** What somebody does at a page, with the mouse or with the keyboard alone. */
export type Hand = {
  readonly page: Page
  /** Opens a screen by its name. */
  readonly go: (screen: string) => Promise<void>
  /** A button, a link, a chip or a box to tick. */
  readonly press: (what: Locator) => Promise<void>
  /** Opens a row of the list. */
  readonly open: (row: Locator) => Promise<void>
  readonly fill: (what: Locator, value: string) => Promise<void>
  /** Chooses one of a list. */
  readonly choose: (what: Locator, option: RegExp) => Promise<void>
  /** Sends the dialog that is open. */
  readonly send: () => Promise<void>
  /** Closes what a dialog told. */
  readonly close: () => Promise<void>
  /** Says why in the dialog that is open, sends it, and closes what it tells; `read` looks at that before. */
  readonly say: (reason: string, read?: () => Promise<void>) => Promise<void>
  /** How often something was clicked; what is typed costs nothing. */
  readonly clicks: () => number
}

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').last()
}

function closeOf(page: Page): Locator {
  return dialogOf(page).getByRole('button', { name: 'Close' }).last()
}

function sendOf(page: Page): Locator {
  return dialogOf(page).locator('button[type="submit"]')
}

async function headed(page: Page, screen: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
}

/** Somebody with a mouse, who types into fields without having to click into them. */
export function mouseAt(page: Page): Hand {
  let count = 0
  async function press(what: Locator): Promise<void> {
    count += 1
    await what.waitFor({ state: 'attached' })
    // A box without a size is ticked by its label.
    const isThere = await what.isVisible()
    await (isThere ? what : page.locator(`label[for="${await what.getAttribute('id')}"]`)).click()
  }
  async function send(): Promise<void> {
    const button = await sendOf(page).elementHandle()
    await press(sendOf(page))
    // Until it is answered, the dialog's own cross is what is called Close.
    await button?.waitForElementState('hidden')
  }
  async function close(): Promise<void> {
    const shown = await closeOf(page).elementHandle()
    await press(closeOf(page))
    await shown?.waitForElementState('hidden')
  }
  return {
    page,
    press,
    open: press,
    send,
    close,
    go: async (screen) => {
      await press(page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) }))
      await headed(page, screen)
    },
    fill: (what, value) => what.fill(value),
    choose: async (what, option) => {
      await press(what)
      await press(page.getByRole('option', { name: option }))
    },
    say: async (reason, read) => {
      await dialogOf(page).getByRole('textbox', { name: /^Why/ }).fill(reason)
      await send()
      await read?.()
      await close()
    },
    clicks: () => count,
  }
}

/** So often somebody would press a key before giving up. */
const MOST_PRESSED = 120

/** Presses a key until `isThere`. */
async function pressUntil(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let pressed = 0; pressed < MOST_PRESSED; pressed += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MOST_PRESSED} times ${key}, and it is not reached`)
}

/** Waits until the page has drawn what it knows. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

async function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((element) => element === document.activeElement)
}

/** A date is typed by its parts, in the order of the browser's language: month, day, year. */
function typed(value: string, kind: string | null): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return kind === 'date' && year ? `${month}${day}${year}` : value
}

/** Somebody without a mouse: nothing is clicked, and nothing is focused but by keys. */
export function keysAt(page: Page): Hand {
  const { keyboard } = page
  async function reach(what: Locator): Promise<void> {
    await what.waitFor({ state: 'attached' })
    await pressUntil(page, 'Tab', () => isFocused(what))
  }
  async function fill(what: Locator, value: string): Promise<void> {
    await reach(what)
    const kind = await what.getAttribute('type')
    if (kind !== 'date') await keyboard.press('Control+A')
    await keyboard.type(typed(value, kind))
  }
  async function send(): Promise<void> {
    const button = await sendOf(page).elementHandle()
    await reach(sendOf(page))
    await keyboard.press('Enter')
    await button?.waitForElementState('hidden')
  }
  async function close(): Promise<void> {
    await until('the button to have the focus', () => isFocused(closeOf(page)))
    const shown = await closeOf(page).elementHandle()
    await keyboard.press('Enter')
    await shown?.waitForElementState('hidden')
    // Whoever has no mouse goes on from there.
    await until('something to have the focus', () => page.evaluate(() => document.activeElement !== document.body))
  }
  return {
    page,
    fill,
    send,
    close,
    go: async (screen) => {
      await keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Find an id or a screen' }).waitFor()
      await keyboard.type(screen)
      // What Enter opens is marked a moment after the list has changed.
      await page.locator('[data-action][data-selected]', { hasText: screen }).waitFor()
      await keyboard.press('Enter')
      await headed(page, screen)
    },
    press: async (what) => {
      await reach(what)
      const isTicked = /^(checkbox|radio)$/.test((await what.getAttribute('type')) ?? '')
      await keyboard.press(isTicked ? 'Space' : 'Enter')
    },
    open: async (row) => {
      await row.waitFor()
      await keyboard.press('Escape')
      await pressUntil(page, 'j', () => isFocused(row))
      await keyboard.press('Enter')
    },
    choose: async (what, option) => {
      await reach(what)
      await keyboard.press('ArrowDown')
      const wanted = page.getByRole('option', { name: option })
      await wanted.waitFor()
      await pressUntil(page, 'ArrowDown', async () => {
        // What the last key has selected is drawn a moment later: to press on before that is to pass the option.
        await drawn(page)
        return (await wanted.getAttribute('data-combobox-selected')) === 'true'
      })
      await keyboard.press('Enter')
    },
    say: async (reason, read) => {
      const button = await sendOf(page).elementHandle()
      await fill(dialogOf(page).getByRole('textbox', { name: /^Why/ }), reason)
      await keyboard.press('Control+Enter')
      await button?.waitForElementState('hidden')
      await read?.()
      await close()
    },
    clicks: () => 0,
  }
}

export const HANDS = [
  ['with the mouse', mouseAt],
  ['by the keyboard alone', keysAt],
] as const

type Work = {
  readonly by: (typeof HANDS)[number][1]
  readonly url: string
  /** Whose session it is. */
  readonly client: ConsoleClient
  /** So many clicks at most. */
  readonly most: number
  /** The page that they begin at. */
  readonly path?: string
}

/** Has somebody begin at a page of the console, and do a task there: nothing is complained of, and no click is too many. */
export async function workBy(
  browser: Browser,
  { by, url, client, most, path = '/console/audit' }: Work,
  task: (hand: Hand) => Promise<void>,
): Promise<void> {
  const { page, complaints } = await openConsole(browser, { url, client, path })
  const hand = by(page)
  await task(hand)
  expect(complaints).toEqual([])
  expect(hand.clicks()).toBeLessThanOrEqual(most)
  await page.context().close()
}
