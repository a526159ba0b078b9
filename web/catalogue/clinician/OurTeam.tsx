import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './OurTeam.module.css'

type TeamMember = CareOptions['team'][number]

/** A row of clinicians, the soonest free first. Nothing without clinicians. */
export function OurTeam({ team }: { team: readonly TeamMember[] }) {
  if (team.length === 0) return null
  const all = (
    <Link href={pathOf('clinicians')} className={css.all}>
      {t('catalogue.team.seeAll')}
    </Link>
  )
  return (
    <Section title={t('catalogue.team.title')} aside={all}>
      <ul className={css.row} aria-label={t('catalogue.team.title')}>
        {team.map((clinician) => (
          <li key={clinician.id}>
            <ClinicianCard {...clinician} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ClinicianCard({ id, name, photoUrl, specialty, registrationNumber, nextFree }: TeamMember) {
  const { timeZone } = usePartner()
  return (
    <Link href={pathOf('clinicianProfile', { id })} className={css.clinician}>
      <Avatar name={name} photo={photoUrl} size={64} />
      <strong>{name}</strong>
      <span>{specialty}</span>
      <span>{t('catalogue.team.registration', { number: registrationNumber })}</span>
      {nextFree && (
        <span className={css.free}>{t('catalogue.team.free', { when: formatShortMoment(nextFree, timeZone) })}</span>
      )}
    </Link>
  )
}
