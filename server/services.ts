import { join } from 'node:path'
import { medicineCatalogue } from '@cuida/content/medicines.ts'
import { isLoopbackAddress, isPublicAddress, remoteFetch } from '@cuida/content/remote/remote-fetch.ts'
import {
  type ContentBundle,
  type ContentReader,
  type ContentStatus,
  catalogue,
  contentOfBundle,
  contentReader,
  createPictureStore,
  createSnapshotStore,
  liveContent,
  loadPartner,
} from '@cuida/content/service.ts'
import { removeDisabledFeatures } from '@cuida/core/brand/disabled-capabilities.ts'
import { FALLBACK_LOCALE, LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'
import type { PhotoDrawer } from './access/photo/port.ts'
import { type ContentPoller, followContent, logContentStatus } from './brand/follow-content.ts'
import { createDocumentSanitizer } from './care/documents/document-sanitizer.ts'
import { createUploadSlots } from './care/documents/upload-slots.ts'
import { findClinicianAttendances } from './consultation/attendance-store.ts'
import type { Env } from './env.ts'
import { openKeyring } from './kit/crypto/encrypted-text.ts'
import { loadSecrets } from './kit/crypto/key-store.ts'
import { createTokens } from './kit/crypto/tokens.ts'
import { createAnswerCache } from './kit/db/answer-cache.ts'
import { listenForChanges } from './kit/db/changes.ts'
import { connect, type Db } from './kit/db/db.ts'
import { watchPool } from './kit/db/pool-use.ts'
import { enableRowSecurity } from './kit/db/row-security.ts'
import { tableSink } from './kit/error-reports/error-report-store.ts'
import { createErrorReporter, RELEASE, reportingLog } from './kit/error-reports/reporter.ts'
import { createAccessControl } from './kit/http/access.ts'
import { createLoadShedder } from './kit/limit/load-shedder.ts'
import { createLog } from './kit/log/log.ts'
import { memoizeFor } from './kit/memoize.ts'
import type { ProviderEnv } from './kit/provider-settings.ts'
import { createTelemetry } from './kit/telemetry/create-telemetry.ts'
import { createCircuitBreakers } from './providers/circuit-breakers.ts'
import { sentrySink } from './providers/errors/sentry.ts'
import { documentFiles, documentStores } from './providers/files/document-stores.ts'
import { encryptedFiles, reencryptFile } from './providers/files/encrypted.ts'
import { chooseProviders, type InspectedProvider, inspectPartnerProviders, type Providers } from './providers/index.ts'
import { SettingsMissing } from './providers/resolve-credentials.ts'
import { type AroundProviderCall, watchProviderCalls } from './providers/watch-ports.ts'

/** The stores of patients' documents, for `npm run doctor` and `npm run move-documents`. */
export { documentFiles, documentStores, reencryptFile }

export type Services = Awaited<ReturnType<typeof createServices>>

/** The partner's content, from its bundle or from its content service; `onStatusChange` receives the service's status. */
export async function openContent(env: ContentEnv, { onStatusChange = () => {}, keeps = true }: Opening = {}) {
  const { CONTENT_URL: url, CONTENT_TOKEN: token, CONTENT_FILES_FROM: filesFrom, DATA_DIR } = env
  const kept = createSnapshotStore(join(DATA_DIR, 'content'), url ?? '')
  const keeper = keeps ? kept : { ...kept, write: async () => {} }
  const pictures = createPictureStore(join(DATA_DIR, 'content', 'pictures'))
  const live = url ? await liveContent({ cms: { url, token, filesFrom }, keeper, pictures, onStatusChange }) : undefined
  const bundle = live ? undefined : await loadPartner(env.PARTNER)
  const { source, uploads } = live
    ? { source: live.source, uploads: undefined }
    : contentOfBundle(bundle as ContentBundle)
  const content = contentReader(source)
  return { live, bundle, source, uploads, content, config: content.config('en') }
}
interface Opening {
  onStatusChange?: (status: ContentStatus) => void
  /** Whether the fetched content is stored as the last good content. */
  keeps?: boolean
}
type ContentEnv = Pick<Env, 'PARTNER' | 'CONTENT_URL' | 'CONTENT_TOKEN' | 'DATA_DIR'> &
  Partial<Pick<Env, 'CONTENT_FILES_FROM'>>

type Config = Awaited<ReturnType<typeof openContent>>['config']

const choiceOf = (env: ProviderEnv, config: Config) => ({
  env,
  ...config,
  supportEmail: config.partnerConfig.supportProvider.info.email,
})

const providersOf = (env: ProviderEnv, config: Config, around?: AroundProviderCall): Providers =>
  chooseProviders(choiceOf(env, config), around)

/** The state of each provider, for `npm run doctor`. */
export const inspectProviders = (env: ProviderEnv, config: Config): InspectedProvider[] =>
  inspectPartnerProviders(choiceOf(env, config))

/** The capabilities that this deployment has disabled, for the startup log. */
export const disabledCapabilitiesOf = (env: ProviderEnv, config: Config): readonly Capability[] =>
  providersOf(env, config).disabledCapabilities

/** The problems that prevent the partner's providers from being created, for the startup checks. */
export function providerProblems(env: ProviderEnv, config: Config): string[] {
  try {
    const { disabledCapabilities } = providersOf(env, config)
    return config.enableMfa && disabledCapabilities.includes('messages') ? [NOBODY_ENTERS] : []
  } catch (error) {
    if (!(error instanceof SettingsMissing)) return [error instanceof Error ? error.message : 'unknown reason']
    return [
      `These provider settings are missing, and no simulator replaces them: ${error.names.join(', ')}. ${GO_WITHOUT}`,
    ]
  }
}

const NOBODY_ENTERS =
  'The content requires a second factor (enableMfa), but DISABLED_PROVIDERS contains messages: no patient could sign in. Change one of the two.'

const GO_WITHOUT =
  'Set them, or list in DISABLED_PROVIDERS the capabilities that this deployment does not need (payments, messages, mail, registry, invoicing).'

/** A clinician who signs in appears to patients up to this much later. */
const ATTENDANCE_CACHE_MS = 1_000

const POOL_SIZE = { api: 12, worker: 6 } as const

/** Database connections of one process, without the one that listens for changes. */
export const poolSizeOf = (name: 'api' | 'worker', { DATABASE_POOL }: Pick<Env, 'DATABASE_POOL'>): number =>
  DATABASE_POOL ?? POOL_SIZE[name]

/** A request gives up earlier than a job: somebody waits for it. */
const LOCK_MS = { api: 4_000, worker: 0 } as const

/** Dependency wiring: the only function that creates a database pool, providers or keys. */
export async function createServices(env: Env, name: 'api' | 'worker') {
  let found: Db | undefined
  const sink = env.SENTRY_DSN ? sentrySink(env.SENTRY_DSN) : tableSink(() => found)
  const errorReporter = createErrorReporter({ program: name, release: RELEASE, sink })
  const log = reportingLog(createLog(env.LOG_LEVEL), errorReporter)
  const opened = await openContent(env, { onStatusChange: logContentStatus(log) })
  const { live, source } = opened
  const telemetry = await createTelemetry(env, name)
  // Created before any connection: when a setting is missing, an open connection would keep the process from ending.
  const guard = createCircuitBreakers(log, telemetry)
  const watch = watchProviderCalls(telemetry)
  const around: AroundProviderCall = watch ? (call, run) => watch(call, () => guard(call, run)) : guard
  const providers = providersOf(env, opened.config, around)
  const content: ContentReader = {
    ...opened.content,
    config: (locale) => removeDisabledFeatures(opened.content.config(locale), providers.disabledCapabilities),
  }
  const poolSize = poolSizeOf(name, env)
  const db = connect(env.DATABASE_URL, { name: `cuida-${name}`, max: poolSize, lockMs: LOCK_MS[name] })
  found = db
  await enableRowSecurity(db).catch(async (error: unknown) => {
    await db.end({ timeout: 5 })
    throw error
  })
  const { poolUse } = watchPool(db, poolSize, telemetry)
  const load = createLoadShedder(() => poolUse().waiting)
  const changes = await listenForChanges(db).catch(async (error: unknown) => {
    await db.end({ timeout: 5 })
    throw error
  })
  const tokens = createTokens(env.TOKEN_KEY)
  const access = createAccessControl(db, tokens, changes, () => config.patientSessionLengthInMins)
  const secrets = await loadSecrets(db, env.APP_SECRET)
  await openKeyring(db, secrets)
  const documentSanitizer = createDocumentSanitizer()
  const cache = createAnswerCache(changes)
  let config = content.config('en')
  let follower: ContentPoller | undefined
  const services = {
    env,
    log,
    errorReporter,
    telemetry,
    db,
    ...opened,
    content,
    /**
     * The partner's current settings; the object is replaced when they change. Texts are read per request through
     * `content`.
     */
    get config(): Config {
      return config
    },
    set config(next: Config) {
      config = next
    },
    /** Present only with a remote content service. */
    get follower() {
      return follower
    },
    changes,
    tokens,
    secrets,
    access,
    cache,
    load,
    providers,
    disabledCapabilities: () => config.disabledCapabilities,
    /** Patients' documents, encrypted, on disk or in a bucket; the database lists them. */
    files: encryptedFiles(documentFiles(env), (name) => secrets.encryptionKeys('file', name)),
    documentSanitizer,
    /** Clinicians' photos are re-encoded in the same process that opens patients' documents. */
    photoDrawer: documentSanitizer as PhotoDrawer,
    supportedLocale: (tag: string): string => languageFor(tag, LOCALES) ?? FALLBACK_LOCALE,
    /** The clinicians at work, cached for reads; orders query the database themselves. */
    attendances: memoizeFor(ATTENDANCE_CACHE_MS, () => findClinicianAttendances(db, config)),
    /** Limits concurrent file uploads. */
    places: createUploadSlots(),
    catalogueFor: (locale: string) => catalogue(source(), locale),
    /** The medicines of the clinic's country, the first of its countries. */
    medicines: () => medicineCatalogue(config.countryCodes[0]),
    /** For webhooks: connects to public addresses only, whatever the host name leads to. */
    fetchFromPublic: remoteFetch({
      mayReach: (address) =>
        isPublicAddress(address) || (env.WEBHOOKS_TO_LOOPBACK === 'on' && isLoopbackAddress(address)),
    }),
    now: () => new Date(),
    async close() {
      await follower?.close()
      providers.apns?.close?.()
      access.close()
      cache.close()
      load.close()
      documentSanitizer.close()
      await changes.close()
      await errorReporter.flush()
      await telemetry.close()
      await db.end({ timeout: 5 })
    },
  }
  follower = live && followContent({ live, services })
  return services
}
