import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import css from './PatientIdentity.module.css'

interface PatientIdentityProps {
  patient: { firstName: string; lastName: string; age: number; dateOfBirth: string }
}

/** Two identifiers, read before anything that cannot be taken back: the whole name and the date of birth. */
export const PatientIdentity = ({ patient: { firstName, lastName, age, dateOfBirth } }: PatientIdentityProps) => (
  <p className={css.identity}>
    <strong>
      {firstName} {lastName}
    </strong>{' '}
    · {formatDate(dateOfBirth)} · {t('desk.patient.age', { age })}
  </p>
)
