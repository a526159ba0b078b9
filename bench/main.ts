import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../tools/run.ts'
import { type Scores, scoreOf } from './lighthouse.ts'
import { type Comparison, measurePolls } from './polls.ts'
import { measureSizes, type Sizes } from './sizes.ts'
import { startBenchSystem } from './system.ts'

/** Budget in KB of gzip JavaScript: the target, and the limit that fails the run. */
const BUDGET = { '/welcome': { aim: 85, fail: 95 }, '/how-can-we-help': { aim: 100, fail: 108 } }
const LIGHTHOUSE_FAIL = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }

const problems: string[] = []
const system = await startBenchSystem('vida-ligera')
try {
  const sizes = await measureSizes(system.api.url, Object.keys(BUDGET))
  printSizes(sizes)
  const scores = await scoreOf(`${system.api.url}/welcome`)
  printScores(scores)
  const comparisons = await measurePolls(system, '+34600000001')
  printComparisons(comparisons)
  const folder = join(ROOT, 'bench', '.results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'latest.json'), JSON.stringify({ sizes, scores, comparisons }, null, 2))
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function printSizes(sizes: Sizes[]): void {
  console.log('\nBefore the page is interactive             JS gzip   JS brotli   CSS gzip   CSS brotli   (KB)')
  for (const { page, jsGzip, jsBrotli, cssGzip, cssBrotli } of sizes) {
    const columns = [jsGzip, jsBrotli, cssGzip, cssBrotli].map((bytes) => (bytes / 1000).toFixed(1).padStart(10))
    console.log(page.padEnd(40), columns.join(' '))
    const { fail } = BUDGET[page as keyof typeof BUDGET]
    if (jsGzip > fail * 1000) problems.push(`${page}: ${(jsGzip / 1000).toFixed(1)} KB of JavaScript, above ${fail}`)
  }
}

function printScores(scores: Scores): void {
  console.log('\nLighthouse, mobile, Welcome, median of 3')
  for (const [name, value] of Object.entries(scores)) console.log(`  ${name.padEnd(16)} ${value}`)
  for (const [name, least] of Object.entries(LIGHTHOUSE_FAIL)) {
    const value = scores[name as keyof Scores]
    if (value < least) problems.push(`Lighthouse ${name} ${value}, below ${least}`)
  }
}

function printComparisons(comparisons: Comparison[]): void {
  console.log(
    '\n                                        per second     p50 ms     p99 ms     CPU us   of baseline   by CPU   aim',
  )
  for (const { rate, baseline, aim } of comparisons) {
    // Request rates vary with other load on the machine; CPU time per reply varies less.
    const shares = [rate.perSecond / baseline.perSecond, baseline.cpuPerThousand / rate.cpuPerThousand]
    const percent = shares.map((share) => `${(share * 100).toFixed(0).padStart(8)} %`).join('')
    for (const row of [rate, baseline]) {
      const numbers = [row.perSecond, row.p50, row.p99, Math.round(row.cpuPerThousand)]
      const text = numbers.map((value) => String(value).padStart(10)).join(' ')
      const ratio = row === rate ? `   ${percent}   ${aim * 100} %` : ''
      console.log(`${row === rate ? row.name : `  beside ${row.name}`}`.padEnd(40), text, ratio)
    }
    if (rate.failures > 0) problems.push(`${rate.name}: ${rate.failures} requests failed`)
  }
}
