import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { METRICS, type Metric, seriesNames } from '../server/kit/telemetry/metrics.ts'
import { ROOT } from './run.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const rules = read('deploy/watching/prometheus-rules.yaml')
const dashboard = read('deploy/watching/grafana-dashboard.json')
const exported = new Set(Object.values(METRICS).flatMap((metric: Metric) => seriesNames(metric)))
const recorded = new Set([...rules.matchAll(/- record: (\S+)/g)].map(([, name = '']) => name))
/** Of Prometheus itself, the node exporter, the blackbox exporter and the file that `cuida backup` writes. */
const isForeign = (name: string) => /^(up$|node_|probe_|cuida_backup_)/.test(name)

/** Every name that is selected, ranged over or compared, without labels, keywords and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}|\[\w+\]/g, ' ')
  const names = bare.replaceAll(/\b(by|on|without|ignoring)\s*\([^)]*\)/g, ' ').match(/[a-z_][\w:]*(?!\w*\s*\()/g) ?? []
  return names.filter((name) => !/^(and|or|unless|by|on)$/.test(name) && name.length > 1)
}

const expressions = [
  ...[...rules.matchAll(/^ +expr: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(([, block, line]) => block ?? line ?? ''),
  ...(JSON.parse(dashboard).panels as { targets?: { expr: string }[] }[]).flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  ),
]

test('every metric of the alerts and of the dashboard is exported', () => {
  expect(expressions.length).toBeGreaterThan(50)
  const used = new Set(expressions.flatMap(metricsIn))
  expect([...used].filter((name) => !exported.has(name) && !recorded.has(name) && !isForeign(name))).toEqual([])
})

test('every metric is on the dashboard or in an alert', () => {
  const used = new Set(expressions.flatMap(metricsIn))
  const isUsed = (metric: Metric) => seriesNames(metric).some((name) => used.has(name))
  expect(Object.values(METRICS).filter((metric) => !isUsed(metric))).toEqual([])
})

test('every alert links to its section of the runbook, and every section has an alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook_url: (\S+)/g)].map(([, name = '', url]) => ({
    name,
    url,
  }))
  for (const { name, url } of alerts) expect(url).toBe(`docs/runbook.md#${name.toLowerCase()}`)
  expect(alerts).toHaveLength(rules.match(/- alert:/g)?.length ?? 0)
  const sections = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  expect(sections.toSorted()).toEqual([...new Set(alerts.map(({ name }) => name))].sort())
})
