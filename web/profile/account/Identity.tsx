import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import css from './Identity.module.css'

interface IdentityProps {
  /** Undefined before a patient is chosen. */
  patientId: string | undefined
  /** Path to choose another patient; without it the component only names a dependant. */
  change?: string
}

/** "Para Leo  Cambiar" (product 11.3), for account holders with dependants. */
export function Identity({ patientId, change }: IdentityProps) {
  const family = useFamilyMembers()
  const member = family.find(({ id }) => id === patientId)
  if (!member || family.length < 2 || !(change || member.isDependant)) return null
  return (
    <div className={css.identity}>
      <IdentityTag name={member.firstName} place={member.place} />
      <span className={css.name}>{t('profile.identity.for', { name: truncateName(member.firstName) })}</span>
      {change && (
        <LinkButton variant="link" fit href={change}>
          {t('profile.identity.change')} <VisuallyHidden>{t('profile.identity.who')}</VisuallyHidden>
        </LinkButton>
      )}
    </div>
  )
}

/** Names the patient of a list item, for families. */
export function PatientTag({ patient }: { patient: { id: string; firstName: string } }) {
  const family = useFamilyMembers()
  const member = family.find(({ id }) => id === patient.id)
  if (!member || family.length < 2) return null
  return (
    <span className={`${css.identity} ${css.whose}`}>
      <IdentityTag name={member.firstName} place={member.place} />
      <span className={css.name}>{t('profile.identity.for', { name: truncateName(patient.firstName) })}</span>
    </span>
  )
}
