import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import css from './Identity.module.css'

interface IdentityProps {
  /** Undefined while nobody was chosen. */
  patientId: string | undefined
  /** Where another person is chosen; without it this only says who it is, and only of a dependant. */
  change?: string
}

/** "Para Leo  Cambiar" (product 11.3), for people who have somebody in their charge. */
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

/** The same beside something else in a list: whose it is, where it could be anybody's of the family. */
export function Whose({ patient }: { patient: { id: string; firstName: string } }) {
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
