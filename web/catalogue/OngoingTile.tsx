import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { DateTile } from '@cuida/ui/DateTile/DateTile.tsx'
import { TileFrame } from '@cuida/ui/DateTile/TileFrame.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { usePartner } from '../kit/content/partner.tsx'
import { withArticle } from '../kit/navigation/with-article.ts'
import { PatientTag } from '../profile/account/Identity.tsx'
import { pathOf } from '../routes.ts'
import css from './OngoingCard.module.css'
import { startsInMessage } from './starts-in.ts'
import { useNow } from './use-now.ts'

const OfferedChoices = lazy('OfferedChoices', () => import('../offered-choices.ts'), {
  waiting: <Skeleton lines={3} />,
})

/** A time that the clinic cannot keep, with the patient's options. */
function Offered({ consultation }: { consultation: ConsultationSummary }) {
  return (
    <>
      <p className={css.what}>{t('catalogue.home.offered')}</p>
      <OfferedChoices consultation={consultation} />
    </>
  )
}

/** Time and patient of the consultation, with a link to it. */
export function OngoingTile({ consultation }: { consultation: ConsultationSummary }) {
  const { id, status, startTime } = consultation
  const { timeZone } = usePartner()
  const now = useNow()
  const open = (
    <LinkButton href={pathOf('consultation', { id })} variant="primary">
      {t('catalogue.home.open')}
    </LinkButton>
  )
  if (startTime && status === 'QUEUED') {
    const isOffered = areTimesOffered(consultation, new Date(now))
    const startsIn = startsInMessage(startTime, timeZone, new Date(now))
    return (
      <>
        <DateTile at={startTime} timeZone={timeZone} note={messageOf(consultation)}>
          {!isOffered && startsIn && <p>{startsIn}</p>}
          <PatientTag patient={consultation.patient} />
          {open}
        </DateTile>
        {isOffered && <Offered consultation={consultation} />}
      </>
    )
  }
  return (
    <TileFrame className={css.tile}>
      <p className={css.what}>{messageOf(consultation)}</p>
      <PatientTag patient={consultation.patient} />
      <p>{t(status === 'ACTIVE' ? 'catalogue.home.active' : 'catalogue.home.queued')}</p>
      {open}
    </TileFrame>
  )
}

/** "Videoconsulta con la Dra. Ruiz" */
function messageOf({ preferredContactMethod, clinician }: ConsultationSummary): string {
  const what = t(`catalogue.home.${preferredContactMethod}`)
  return clinician ? `${what} ${t('catalogue.home.with', { name: withArticle(clinician.name) })}` : what
}
