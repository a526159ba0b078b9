import type { PatientWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { VideoDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatLongMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { Recording } from './Recording.tsx'
import { WebinarPicture } from './WebinarPicture.tsx'
import { WebinarState } from './WebinarState.tsx'
import css from './Webinars.module.css'
import { useWebinars } from './webinar-queries.ts'

type Which = 'upcoming' | 'recorded'

/** B2.12: upcoming webinars. */
export const WebinarsScreen = () => <Webinars first="upcoming" />
/** B2.13: recorded webinars. */
export const RecordedWebinarsScreen = () => <Webinars first="recorded" />

function Webinars({ first }: { first: Which }) {
  const [which, setWhich] = useState(first)
  const webinars = useWebinars()
  const { data } = webinars
  const isShown = ({ phase, recording }: PatientWebinar) =>
    which === 'upcoming' ? phase !== 'over' : recording !== null
  const items = data?.items.filter(isShown) ?? []
  const visibleWebinars = which === 'upcoming' ? items : [...items].reverse()
  return (
    <Screen title={t('support.webinars.title')} lead={t('support.webinars.lead')}>
      <Tabs<Which>
        label={t('support.webinars.title')}
        value={which}
        onChange={setWhich}
        tabs={[
          { id: 'upcoming', label: t('support.webinars.upcoming') },
          { id: 'recorded', label: t('support.webinars.recorded') },
        ]}
      >
        <QueryBoundary query={webinars} loading={<SkeletonRows rows={2} />} keepsStale>
          {() => null}
        </QueryBoundary>
        {data && visibleWebinars.length === 0 && <Nothing which={which} />}
        <ul className={css.list}>
          {visibleWebinars.map((webinar) =>
            which === 'upcoming' ? (
              <Upcoming key={webinar.slug} webinar={webinar} />
            ) : (
              <Recorded key={webinar.slug} webinar={webinar} />
            ),
          )}
        </ul>
      </Tabs>
    </Screen>
  )
}

function Nothing({ which }: { which: Which }) {
  return (
    <EmptyState
      drawing={<VideoDrawing />}
      title={t(`support.webinars.none.${which}`)}
      action={<LinkButton href={pathOf('questionsInbox')}>{t('support.ask.entry')}</LinkButton>}
    />
  )
}

function Upcoming({ webinar }: { webinar: PatientWebinar }) {
  const { slug, title, startsAt, speaker } = webinar
  const { timeZone } = usePartner()
  return (
    <li className={css.item}>
      <WebinarPicture image={webinar.image} />
      <div className={css.text}>
        <h2>
          <Link className={css.whole} href={pathOf('webinar', { slug })}>
            {title}
          </Link>
        </h2>
        <p>{formatLongMoment(startsAt, timeZone)}</p>
        <p className={css.by}>{t('support.webinar.by', speaker)}</p>
        <WebinarState webinar={webinar} />
      </div>
    </li>
  )
}

function Recorded({ webinar }: { webinar: PatientWebinar }) {
  const { title, summary, startsAt, speaker } = webinar
  const { timeZone } = usePartner()
  return (
    <li className={css.item}>
      <div className={css.text}>
        <h2>{title}</h2>
        <p>{summary}</p>
        <Recording webinar={webinar} />
        <p className={css.by}>
          {t('support.webinar.by', speaker)}
          <br />
          {formatLongMoment(startsAt, timeZone)}
        </p>
      </div>
    </li>
  )
}
