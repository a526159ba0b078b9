import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayAfter, localTime, momentOf } from '../core/kit/zone.ts'
import { ensureFakeTime } from './debian.ts'
import { type Tally, tallyVitest } from './reports.ts'
import { main, ROOT, run } from './run.ts'

// npm run test:hours [-- TIME …]: runs the gate's time-dependent tests at other hours. libfaketime shifts the clock
// of Node and PostgreSQL; time passes at its normal rate.

const PARTNERS = ['vida-ligera', 'bem-leve']
const TIMES = ['00:10', '07:50', '12:00', '23:50']
/** The last minutes of a year, and the minutes before Spain switches to summer time. */
const DAYS = [
  ['2026-12-31', '23:50'],
  ['2027-03-28', '01:50'],
] as const
/** Areas whose rules or data depend on the time of day or on the date. */
const FOLDERS = [
  ...['core/', 'ui/', 'web/', 'desk/'],
  ...['booking', 'care', 'checkout', 'consultation', 'notifications', 'subscription', 'support'].map(
    (area) => `server/${area}/`,
  ),
]

interface Hour {
  name: string
  moment: Date
}

const zoneOf = (partner: string): string =>
  JSON.parse(readFileSync(join(ROOT, 'content', 'partners', partner, 'config.json'), 'utf8')).timeZone

function hours(now: Date): Hour[] {
  const daily = PARTNERS.map(zoneOf).flatMap((zone) =>
    TIMES.map((time) => {
      const { day, time: current } = localTime(zone, now)
      return { name: `${time} ${zone}`, moment: momentOf(zone, time > current ? day : dayAfter(day), time) }
    }),
  )
  const [spain = ''] = PARTNERS.map(zoneOf)
  const special = DAYS.map(([day, time]) => ({ name: `${day} ${time} ${spain}`, moment: momentOf(spain, day, time) }))
  return [...daily, ...special]
}

await main(async () => {
  const library = await ensureFakeTime()
  const filters = process.argv.slice(2)
  const selectedHours = hours(new Date()).filter(
    ({ name }) => filters.length === 0 || filters.some((part) => name.includes(part)),
  )
  let passed = 0
  let failed = 0
  for (const hour of selectedHours) {
    const tally = await testAt(hour, library)
    console.log(`${tally.failed > 0 ? '✗' : '✓'} ${hour.name}: ${tally.passed} passed, ${tally.failed} failed`)
    for (const title of tally.flaky) console.log(`Passed on a second try: ${title}`)
    passed += tally.passed
    failed += tally.failed
  }
  if (failed > 0 || passed === 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

async function testAt({ moment }: Hour, library: string): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'cuida-hours-'))
  const report = join(folder, 'report.json')
  const env = {
    ...process.env,
    TEST_GATE: '1',
    LD_PRELOAD: library,
    FAKETIME: `+${Math.round((moment.getTime() - Date.now()) / 1_000)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
  const args = ['run', ...FOLDERS, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await run(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...args], { live: true, env })
  const tally = tallyVitest(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(folder, { recursive: true })
  return tally
}
