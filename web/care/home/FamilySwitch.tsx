import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format-basics.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { preselectPatient } from '../../booking/cart/cart-store.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import css from './FamilySwitch.module.css'

interface FamilySwitchProps {
  /** Undefined: everybody. */
  patientId: string | undefined
  onChange: (patientId: string | undefined) => void
}

/** Whose Home this is, for families: everybody's, or one person's, for whom the next booking is then. */
export function FamilySwitch({ patientId, onChange }: FamilySwitchProps) {
  const family = useFamilyMembers()
  const { familyProfilesEnabled } = usePartner()
  function show(id: string | undefined): void {
    onChange(id)
    preselectPatient(id)
  }
  if (!familyProfilesEnabled || family.length < 2) return null
  return (
    <fieldset className={css.family}>
      <legend className={css.legend}>{t('catalogue.family.title')}</legend>
      <label className={css.member}>
        <input type="radio" name="family" checked={patientId === undefined} onChange={() => show(undefined)} />
        {t('catalogue.family.everybody')}
      </label>
      {family.map(({ id, firstName, place }) => (
        <label key={id} className={css.member}>
          <input type="radio" name="family" checked={patientId === id} onChange={() => show(id)} />
          <IdentityTag name={firstName} place={place} />
          {truncateName(firstName)}
        </label>
      ))}
    </fieldset>
  )
}
