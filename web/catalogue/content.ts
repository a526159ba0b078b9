import { FALLBACK_LOCALE } from '@cuida/core/brand/locale.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { readJson } from '@cuida/ui/client/files.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import * as v from 'valibot'
import { fromApi, platform } from '../platform/platform.ts'

export const content = (path: string) => ({ method: 'GET', path: `/api/${path}` })

/**
 * Reads the content service in the person's language, in Strapi's REST format. The browser's cache and the service's
 * ETags keep repeated reads cheap.
 */
export async function readContent<S extends v.GenericSchema>(
  path: string,
  query: string,
  schema: S,
  signal: AbortSignal,
) {
  const language = `locale=${currentLocale()}&localeFallback=${FALLBACK_LOCALE}`
  const reply = await (platform().fetch ?? fetch)(fromApi(`/api/${path}?${query}&${language}`), { signal })
  if (!reply.ok) throw new Error(`content service answered ${reply.status} to ${path}`)
  return v.parse(schema, unwrap(await readJson(reply, platform().apiUrl)))
}
