import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import css from './PatientIdentity.module.css'

interface PatientIdentityProps {
  patient: { firstName: string; lastName: string; age: number; dateOfBirth: string }
}

/** Two identifiers, full name and date of birth, to check before an action that cannot be undone. */
export const PatientIdentity = ({ patient: { firstName, lastName, age, dateOfBirth } }: PatientIdentityProps) => (
  <p className={css.identity}>
    <strong>
      {firstName} {lastName}
    </strong>{' '}
    · {formatDate(dateOfBirth)} · {t('desk.patient.age', { age })}
  </p>
)
