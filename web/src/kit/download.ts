/** Has the browser save a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = Object.assign(window.document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
