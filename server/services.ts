import { catalogue, contentClient, inProcessContent, loadPartner } from '@cuida/content/service.ts'
import type { Env } from './env.ts'
import { createAccessControl } from './kit/access.ts'
import { listenForChanges } from './kit/changes.ts'
import { connect } from './kit/db.ts'
import { createLog } from './kit/log.ts'
import { createMemo } from './kit/memo.ts'
import { createSecrets } from './kit/secrets.ts'
import { createTokens } from './kit/tokens.ts'
import { chooseProviders } from './providers/index.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/** All wiring: the only place that makes a database, a provider or a key. */
export async function createServices(env: Env, name: 'api' | 'worker') {
  const log = createLog(env.LOG_LEVEL)
  const db = connect(env.DATABASE_URL, { name: `cuida-${name}`, max: name === 'api' ? 12 : 6 })
  const pack = env.CONTENT_URL ? undefined : await loadPartner(env.PARTNER)
  const content = pack
    ? await inProcessContent(pack)
    : contentClient({ fetch: globalThis.fetch, baseUrl: env.CONTENT_URL ?? '' })
  const config = await content.config('en')
  const changes = await listenForChanges(db)
  const tokens = createTokens(env.TOKEN_KEY)
  const access = createAccessControl(db, tokens, changes, config.patientSessionLengthInMins)
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
    secrets: createSecrets(env.APP_SECRET),
    access,
    memo: createMemo(changes),
    providers: chooseProviders({ env, ...config, supportEmail: config.partnerConfig.supportProvider.info.email }),
    words: (locale: string) => catalogue(pack, locale),
    now: () => new Date(),
    async close() {
      access.close()
      await changes.close()
      await db.end({ timeout: 5 })
    },
  }
}
