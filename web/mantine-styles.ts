import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The parts of Mantine that no screen uses: their rules are not loaded. test/web/styles.test.ts says when one of them is used after all. */
export const UNUSED_PARTS = [
  'Accordion',
  'ActionBar',
  'AngleSlider',
  'BackgroundImage',
  'Blockquote',
  'Cascader',
  'ColorInput',
  'ColorPicker',
  'ColorSwatch',
  'FloatingWindow',
  'Marquee',
  'Menubar',
  'OverflowList',
  'Pagination',
  'PinInput',
  'Rating',
  'RollingNumber',
  'Scroller',
  'SemiCircleProgress',
  'Slider',
  'Splitter',
  'Stepper',
  'TableOfContents',
  'Timeline',
  'Toggle',
  'Toolbar',
  'Tour',
  'Tree',
  'TreeSelect',
  'Typography',
] as const

/** Takes their rules out of Mantine's one file of styles, which has the rules of each part in one piece. */
export function withoutUnusedStyles(): Plugin {
  return {
    name: 'without-unused-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('@mantine/core/styles.css')) return null
      return UNUSED_PARTS.reduce((left, part) => {
        const rules = readFileSync(id.replace(/styles\.css$/, `styles/${part}.css`), 'utf8').trim()
        if (!left.includes(rules)) throw new Error(`Mantine's styles have no piece of ${part}`)
        return left.replace(rules, '')
      }, code)
    },
  }
}
