import type { SeenWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { durationMinutes, longMoment, timeZoneWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { Recording } from './Recording.tsx'
import { WebinarPicture } from './WebinarPicture.tsx'
import { WebinarPlace } from './WebinarPlace.tsx'
import { WebinarState } from './WebinarState.tsx'
import css from './Webinars.module.css'
import { useWebinar } from './webinar-queries.ts'

/** B2.12: what it is about, and a place in it. */
export function WebinarScreen({ params: { slug = '' } }: { params: Record<string, string> }) {
  const webinar = useWebinar(slug)
  const { data } = webinar
  const missing = (
    <EmptyState
      title={t('support.webinar.missing')}
      action={<LinkButton href={pathOf('webinars')}>{t('support.webinars.entry')}</LinkButton>}
    />
  )
  return (
    <Screen title={data?.title ?? t('support.webinars.title')} lead={data?.summary}>
      <Loaded of={webinar} lines={6} gone={missing} aging>
        {(webinar) => <One webinar={webinar} />}
      </Loaded>
    </Screen>
  )
}

function One({ webinar }: { webinar: SeenWebinar }) {
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
          { term: t('support.webinar.when'), description: longMoment(startsAt, timeZone) },
          { term: t('support.webinar.clock'), description: timeZoneWords(timeZone, startsAt) },
          { term: t('support.webinar.length'), description: durationMinutes(minutes) },
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
