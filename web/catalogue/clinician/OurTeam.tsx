import type { ListedClinician } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './OurTeam.module.css'
import { useClinicianDirectory } from './queries.ts'

const SHOWN = 8

/** A row of clinicians, the soonest free first. Nothing without clinicians or a reply. */
export function OurTeam() {
  const { data } = useClinicianDirectory(1, SHOWN)
  if (!data || data.items.length === 0) return null
  const all = data.total > data.items.length && (
    <Link href={pathOf('clinicians')} className={css.all}>
      {t('catalogue.team.all', { count: data.total })}
    </Link>
  )
  return (
    <Section title={t('catalogue.team.title')} aside={all}>
      <ul className={css.row} aria-label={t('catalogue.team.title')}>
        {data.items.map((clinician) => (
          <li key={clinician.id}>
            <ClinicianCard {...clinician} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ClinicianCard({ id, name, photoUrl, specialty, nextFree }: ListedClinician) {
  const { timeZone } = usePartner()
  return (
    <Link href={pathOf('clinicianProfile', { id })} className={css.clinician}>
      <Avatar name={name} photo={photoUrl} size={64} />
      <strong>{name}</strong>
      <span>{specialty}</span>
      {nextFree && (
        <span className={css.free}>{t('catalogue.team.free', { when: formatRelativeMoment(nextFree, timeZone) })}</span>
      )}
    </Link>
  )
}
