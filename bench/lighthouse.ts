import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../tools/ports.ts'
import { chromiumPath, FLAGS } from './chromium.ts'

export interface Scores {
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  lcpMs: number
  tbtMs: number
  cls: number
}

/** Lighthouse on its mobile profile, the median of three runs by performance. */
export async function scoreOf(url: string): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < 3; run++) runs.push(await once(url))
  const middle = runs.toSorted((a, b) => a.performance - b.performance)[1]
  if (!middle) throw new Error('Lighthouse gave no result')
  return middle
}

async function once(url: string): Promise<Scores> {
  const port = await freePort()
  const args = [...FLAGS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: chromiumPath(), args })
  try {
    const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
    if (!result) throw new Error('Lighthouse gave no result')
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcpMs: Math.round(audits['largest-contentful-paint']?.numericValue ?? 0),
      tbtMs: Math.round(audits['total-blocking-time']?.numericValue ?? 0),
      cls: Math.round((audits['cumulative-layout-shift']?.numericValue ?? 0) * 1000) / 1000,
    }
  } finally {
    await browser.close()
  }
}
