import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { Webinar } from '@cuida/core/support/help/articles.ts'
import { areDoorsOpen } from '@cuida/core/support/webinars/webinar.ts'
import type { SeenWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import type { Services } from '../../services.ts'
import type { Places } from './webinar-store.ts'

/** Where to go in, by the webinar's slug. */
export type Doors = ReadonlyMap<string, string>

export const goesIn = (webinar: Webinar, own: Places['own'], now: Date): boolean =>
  own.has(webinar.id) && areDoorsOpen(webinar, now)

/** Ways in, asked for only when somebody may go in, and only to hosts that the partner's own settings name. */
export function doorsFor(
  { content, config, log, now }: Services,
  webinars: readonly Webinar[],
  { own }: Places,
): Doors {
  if (!webinars.some((webinar) => goesIn(webinar, own, now()))) return new Map()
  const doors = content.doors()
  const isGood = ({ joinUrl }: (typeof doors)[number]) => isAllowedRedirect(joinUrl, config.allowedRedirectHosts)
  for (const { webinar } of doors.filter((door) => !isGood(door)))
    log.error('way into a webinar on a host that allowedRedirectHosts does not name', { slug: webinar })
  return new Map(doors.filter(isGood).map(({ webinar, joinUrl }) => [webinar, joinUrl]))
}

/**
 * What the loading of a pack sees to, for whatever comes from elsewhere: a film here has captions, one elsewhere is on a
 * host that the partner's own settings name.
 */
export function recordingOf(
  { config, log }: Services,
  { slug, recordingUrl, captionsUrl }: Webinar,
): SeenWebinar['recording'] {
  if (!recordingUrl) return null
  const url = recordingUrl
  const isGood = url.startsWith('/') ? captionsUrl !== null : isAllowedRedirect(url, config.allowedRedirectHosts)
  if (isGood) return { url, captionsUrl }
  log.error('recording without captions, or on a host that allowedRedirectHosts does not name', { slug })
  return null
}
