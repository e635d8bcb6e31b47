import { describe, expect, it } from 'vitest'
import { shownUrl } from '../../src/console/shown-url.ts'

describe('[22] a URL as somebody sees it whose it is not', () => {
  it.each([
    ['https://a.example/hooks', 'https://a.example/hooks'],
    ['https://a.example', 'https://a.example'],
    ['https://a.example/hooks?token=s3cr3t&shop=7', 'https://a.example/hooks?token=***&shop=***'],
    ['https://a.example/hooks?token=s3cr3t&token=other', 'https://a.example/hooks?token=***'],
    ['https://me:s3cr3t@a.example/hooks', 'https://a.example/hooks'],
    ['https://a.example/hooks?s3cr3t', 'https://a.example/hooks?***'],
    ['https://a.example/hooks?s3cr3t=', 'https://a.example/hooks?***'],
    ['https://a.example/hooks?v=2&s3cr3t', 'https://a.example/hooks?v=***&***'],
    ['https://a.example/hooks?sch%C3%B6n%26er=s3cr3t', 'https://a.example/hooks?sch%C3%B6n%26er=***'],
    ['https://a.example/hooks#s3cr3t', 'https://a.example/hooks'],
    ['none', 'none'],
  ])('%s is %s', (url, shown) => {
    expect(shownUrl(url, false)).toBe(shown)
    expect(shownUrl(url, true)).toBe(url)
  })
})
