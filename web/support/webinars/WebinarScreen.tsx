import type { PatientWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { VideoDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatLongDay, formatLongMoment, formatMinutes, formatTime, formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { AddToCalendar } from '../../consultation/calendar-file/AddToCalendar.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { Recording } from './Recording.tsx'
import { WebinarPicture } from './WebinarPicture.tsx'
import { WebinarState } from './WebinarState.tsx'
import css from './Webinars.module.css'
import { useWebinar, useWebinarRegistration } from './webinar-queries.ts'

/** B2.12: a webinar and its registration. */
export function WebinarScreen({ params: { slug = '' } }: { params: Record<string, string> }) {
  const webinar = useWebinar(slug)
  const { data } = webinar
  const missing = (
    <EmptyState
      drawing={<VideoDrawing />}
      title={t('support.webinar.missing')}
      action={<LinkButton href={pathOf('webinars')}>{t('support.webinars.entry')}</LinkButton>}
    />
  )
  return (
    <Screen title={data?.title ?? t('support.webinars.title')} lead={data?.summary}>
      <QueryBoundary query={webinar} lines={6} notFound={missing} keepsStale>
        {(webinar) => <One webinar={webinar} />}
      </QueryBoundary>
    </Screen>
  )
}

function One({ webinar }: { webinar: PatientWebinar }) {
  const { startsAt, durationMinutes: minutes, speaker, agenda, phase, image, recording } = webinar
  const { timeZone } = usePartner()
  return (
    <>
      {!recording && <WebinarPicture image={image} />}
      <Recording webinar={webinar} />
      <div className={css.states}>
        <WebinarState webinar={webinar} />
      </div>
      <p>{t('support.webinar.by', speaker)}</p>
      <DescriptionList
        items={[
          { term: t('support.webinar.when'), description: formatLongMoment(startsAt, timeZone) },
          { term: t('support.webinar.clock'), description: formatTimeZone(timeZone, startsAt) },
          { term: t('support.webinar.length'), description: formatMinutes(minutes) },
        ]}
      />
      {phase !== 'over' && <WebinarPlace webinar={webinar} />}
      {phase === 'over' && !recording && <p>{t('support.recording.none')}</p>}
      <Section title={t('support.webinar.agenda')}>
        <ul className={css.agenda}>
          {agenda.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** Registration for an upcoming webinar: register, calendar, join, or cancel. */
function WebinarPlace({ webinar }: { webinar: PatientWebinar }) {
  const { register, leave } = useWebinarRegistration(webinar.slug)
  const { isRegistered, seatsLeft } = webinar
  // After a refusal (409) the refetched page explains itself, except for a seat lost a moment ago.
  const failure = register.error ?? leave.error
  const isRefused = failure instanceof CallFailed && failure.status === 409
  if (!isRegistered && seatsLeft === 0)
    return (
      <Alert tone="warning" title={t('support.webinar.full')}>
        {t('support.webinar.fullText')}
      </Alert>
    )
  return (
    <Stack>
      {!isRefused && <FailureAlert failure={failure} />}
      {isRegistered ? (
        <>
          <GoIn webinar={webinar} />
          <ToCalendar webinar={webinar} />
          <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
            {t('support.webinar.leave')}
          </Button>
        </>
      ) : (
        <>
          {leave.isSuccess && <Alert tone="success" title={t('support.webinar.left.done')} />}
          <Button variant="primary" busy={register.isPending} onClick={() => register.mutate()}>
            {t('support.webinar.register')}
          </Button>
        </>
      )}
    </Stack>
  )
}

/** The join link once the webinar is open; until then, its opening time. */
function GoIn({ webinar: { joinUrl, joinOpensAt, phase } }: { webinar: PatientWebinar }) {
  const { timeZone } = usePartner()
  if (joinUrl)
    return (
      <Alert
        tone="success"
        title={t('support.webinar.open')}
        action={
          <LinkButton variant="primary" icon="video" href={joinUrl} target="_blank" rel="noreferrer noopener">
            {t('support.webinar.join')}
          </LinkButton>
        }
      >
        {t('support.webinar.openText', { host: new URL(joinUrl).host })}
      </Alert>
    )
  const isLate = phase === 'live' || serverNow() > Date.parse(joinOpensAt)
  return (
    <Alert tone="success" title={t('support.webinar.done')}>
      {isLate
        ? t('support.webinar.noJoinLink')
        : t('support.webinar.joinLink', {
            day: formatLongDay(joinOpensAt, timeZone),
            time: formatTime(joinOpensAt, timeZone),
          })}
    </Alert>
  )
}

function ToCalendar({ webinar: { slug, startsAt, endsAt, phase } }: { webinar: PatientWebinar }) {
  if (phase !== 'upcoming') return null
  const path = pathOf('webinar', { slug })
  const title = 'support.webinar.calendarTitle'
  return <AddToCalendar id={`webinar-${slug}`} sequence={0} start={startsAt} end={endsAt} title={title} path={path} />
}
