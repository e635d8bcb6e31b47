import { describe, expect, it } from 'vitest'
import { activeMarkupIn, hasMarkup } from '../../../src/domain/content/markup.ts'

describe('mark-up in a supplier’s text', () => {
  it.each([
    ['<b>Rex</b>', true],
    ['Rex <br/>', true],
    ['Rex </p>', true],
    ['a <img alt="<"> b', true],
    ['rooms < 5 and floors > 2', false],
    ['Rex <suite', false],
    ['> Rex <b', false],
    ['<3', false],
  ])('is told from comparison signs: %s', (text, expected) => {
    expect(hasMarkup(text)).toBe(expected)
  })

  it.each([
    ['<script>x</script>', '<script'],
    ['a < / iframe b', '< / iframe'],
    ['<img src=x onerror = y>', ' onerror ='],
    ['see javascript:x', 'javascript:'],
    ['<b>script</b>', null],
    ['a <b> on = off', null],
  ])('that a browser would run is found: %s', (html, expected) => {
    expect(activeMarkupIn(html)).toBe(expected)
  })

  it('is looked for in a time that grows with the text alone: a search that is quadratic would take days', () => {
    const [most, letters] = [4_000_000, 2_000_000]
    expect(hasMarkup('<a'.repeat(letters))).toBe(false)
    expect(hasMarkup('</a'.repeat(letters))).toBe(false)
    for (const hostile of ['<', '<\t', '\t', ' on', ' on\t', `<${'\t'.repeat(most)}`, `\ton${'a'.repeat(most)}`])
      expect(activeMarkupIn(hostile.length > 9 ? hostile : hostile.repeat(letters))).toBe(null)
  })
})
