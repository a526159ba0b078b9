import { join } from 'node:path'
import { catalogue, contentClient, inProcessContent, loadPartner } from '@cuida/content/service.ts'
import { FALLBACK_LOCALE, LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import { goWithout } from '@cuida/core/brand/without.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'
import { createCleaner } from './care/documents/cleaner.ts'
import { createPlaces } from './care/documents/places.ts'
import type { Env } from './env.ts'
import { createAccessControl } from './kit/access.ts'
import { listenForChanges } from './kit/changes.ts'
import { connect } from './kit/db.ts'
import { createLog } from './kit/log.ts'
import { createMemo } from './kit/memo.ts'
import { createSecrets } from './kit/secrets.ts'
import { createTokens } from './kit/tokens.ts'
import { diskFiles } from './providers/files/disk.ts'
import { chooseProviders, type Providers } from './providers/index.ts'
import { type ProviderEnv, SettingsMissing } from './providers/reach.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/** What the partner says of itself, from its pack or from its content service. */
export async function openContent(env: Pick<Env, 'PARTNER' | 'CONTENT_URL' | 'CONTENT_TOKEN'>) {
  const pack = env.CONTENT_URL ? undefined : await loadPartner(env.PARTNER)
  const content = pack
    ? await inProcessContent(pack)
    : contentClient({ fetch: globalThis.fetch, baseUrl: env.CONTENT_URL ?? '', token: env.CONTENT_TOKEN })
  return { pack, content, config: await content.config('en') }
}

type Config = Awaited<ReturnType<typeof openContent>>['config']

const providersOf = (env: ProviderEnv, config: Config): Providers =>
  chooseProviders({ env, ...config, supportEmail: config.partnerConfig.supportProvider.info.email })

/** What this place goes without, for who is to be told. */
export const withoutOf = (env: ProviderEnv, config: Config): readonly Capability[] => providersOf(env, config).without

/** What keeps the partner's providers from being made, for who is about to start. */
export function providerProblems(env: ProviderEnv, config: Config): string[] {
  try {
    const { without } = providersOf(env, config)
    return config.enableMfa && without.includes('messages') ? [NOBODY_ENTERS] : []
  } catch (error) {
    if (!(error instanceof SettingsMissing)) return [error instanceof Error ? error.message : 'unknown reason']
    return [
      `What providers ask for is not set, and no stand-in takes their place: ${error.names.join(', ')}. ${GO_WITHOUT}`,
    ]
  }
}

const NOBODY_ENTERS =
  'The content asks for a second step (enableMfa) and NO_PROVIDER_FOR names messages: no patient could come in. Leave out one of the two.'

const GO_WITHOUT =
  'Set it, or name in NO_PROVIDER_FOR what this place goes without (payments, messages, mail, registry, invoicing).'

/** All wiring: the only place that makes a database, a provider or a key. */
export async function createServices(env: Env, name: 'api' | 'worker') {
  const log = createLog(env.LOG_LEVEL)
  const opened = await openContent(env)
  const { pack } = opened
  // Before there is any connection: one that stays open when a setting is missing keeps the process from its end.
  const providers = providersOf(env, opened.config)
  const config = goWithout(opened.config, providers.without)
  const content = {
    ...opened.content,
    config: async (locale: string) => goWithout(await opened.content.config(locale), config.without),
  }
  const db = connect(env.DATABASE_URL, { name: `cuida-${name}`, max: name === 'api' ? 12 : 6 })
  const changes = await listenForChanges(db).catch(async (error: unknown) => {
    await db.end({ timeout: 5 })
    throw error
  })
  const tokens = createTokens(env.TOKEN_KEY)
  const access = createAccessControl(db, tokens, changes, config.patientSessionLengthInMins)
  const secrets = createSecrets(env.APP_SECRET)
  const cleaner = createCleaner()
  const memo = createMemo(changes)
  return {
    env,
    log,
    db,
    pack,
    content,
    /** The partner's settings as they were at start; texts are read per request through `content`. */
    config,
    changes,
    tokens,
    secrets,
    access,
    memo,
    providers,
    without: () => config.without,
    /** Documents of patients, encrypted; the database knows which they are. */
    files: diskFiles({ folder: join(env.DATA_DIR, 'documents'), keyOf: (name) => secrets.hmac('file', name) }),
    cleaner,
    speaks: (tag: string): string => languageFor(tag, LOCALES) ?? FALLBACK_LOCALE,
    /** For files on their way to us. */
    places: createPlaces(),
    words: (locale: string) => catalogue(pack, locale),
    now: () => new Date(),
    async close() {
      access.close()
      memo.close()
      cleaner.close()
      await changes.close()
      await db.end({ timeout: 5 })
    },
  }
}
