import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { DEVICE_ZONE, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { session } from '../api.ts'
import type { Match } from '../navigation/match.ts'
import css from './DebugBanner.module.css'

/** A2.48: data for bug reports. Ids only: no personal data and no token of a query. */
export function DebugBanner({ match }: { match: Match }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const query = [...new URLSearchParams(useSearch())].filter(([name]) => !/token/i.test(name))
  const params = [...Object.entries(match.params), ...query].map(([name, value]) => `${name}=${value}`)
  return (
    <aside className={css.banner} aria-label={t('brand.debug.label')}>
      <span>
        {t('brand.debug.session')} {session.id()}
      </span>
      <span>{formatTime(now, DEVICE_ZONE)}</span>
      <span>
        {t('brand.debug.screen')} {[match.name, ...params].join(' ')}
      </span>
    </aside>
  )
}
