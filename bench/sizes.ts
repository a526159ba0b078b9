import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, chromium, type Response } from '@playwright/test'
import { chromiumPath, FLAGS } from './chromium.ts'

export interface Sizes {
  page: string
  jsGzip: number
  jsBrotli: number
  /** Style sheets beside the page; a prerendered page contains its own. */
  cssGzip: number
  cssBrotli: number
  htmlGzip: number
  files: string[]
}

/**
 * Bytes that a new visitor's browser fetches until the page is interactive and no further script arrives.
 */
export async function measureSizes(url: string, pages: string[]): Promise<Sizes[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
  try {
    const sizes: Sizes[] = []
    for (const page of pages) sizes.push(await measure(browser, url, page))
    return sizes
  } finally {
    await browser.close()
  }
}

/** Without a new file for this long, the page has what it needs. */
const QUIET_MS = 500

async function measure(browser: Browser, url: string, path: string): Promise<Sizes> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const come = new Map<string, Response>()
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (type !== 'script' && type !== 'stylesheet') return
    come.set(new URL(response.url()).pathname, response)
  })
  const document = await page.goto(url + path)
  await page.waitForSelector('html[data-ready]')
  // Not until the network is idle: a calendar keeps a stream open.
  for (let known = -1; known < come.size; await page.waitForTimeout(QUIET_MS)) known = come.size
  // Prefetched files, which arrive some seconds later, do not count.
  const first = [...come]
  const html = gzipSync((await document?.body()) ?? '', { level: 9 }).length
  const total = { jsGzip: 0, jsBrotli: 0, cssGzip: 0, cssBrotli: 0, htmlGzip: html }
  for (const [_, response] of first) {
    const bytes = await response.body()
    const kind = response.request().resourceType() === 'stylesheet' ? 'css' : 'js'
    total[`${kind}Gzip`] += gzipSync(bytes, { level: 9 }).length
    total[`${kind}Brotli`] += brotliCompressSync(bytes).length
  }
  await page.close()
  return { page: path, ...total, files: first.map(([path]) => path) }
}
