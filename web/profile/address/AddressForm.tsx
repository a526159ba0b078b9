import type { Address, AddressKind } from '@cuida/core/profile/address/address.ts'
import { regionsOf } from '@cuida/core/profile/address/provinces.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { type FieldBinding, useForm } from '@cuida/ui/forms/use-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { currentLocale, t, useLocale } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../account/ProfileScreen.module.css'
import { problemWords } from '../account/problem-words.ts'
import { useSaveAddress } from '../queries.ts'
import {
  type AddressDraft,
  addressDraft,
  draftProblems,
  inCountry,
  savedAddress,
  withProvince,
} from './address-draft.ts'
import { PostalCodeField } from './PostalCodeField.tsx'

interface AddressFormProps {
  patientId: string
  kind: AddressKind
  known: Address | null
  hasOwnBilling: boolean
  /** Of somebody in my charge: the bills are mine. */
  isOther?: boolean
  backTo?: string
}

/** B3.8. The postal code comes first, since it may know the rest. */
export function AddressForm({ patientId, kind, known, hasOwnBilling, isOther, backTo }: AddressFormProps) {
  const { countryCodes } = usePartner()
  const save = useSaveAddress(patientId, kind)
  const form = useForm<AddressDraft>({
    initial: addressDraft(known, countryCodes[0] ?? 'ES', !hasOwnBilling),
    check: (draft) => draftProblems(draft, countryCodes),
    async submit(draft) {
      await save.mutateAsync(savedAddress(draft, kind, isOther))
      showToast(t('profile.address.saved'))
      goBack(backTo ?? pathOf('account'))
    },
    words: (field, code) => problemWords(`address.${field}`, code),
  })
  const { field, values, set } = form
  const change = (next: Partial<AddressDraft>) => {
    for (const [name, value] of Object.entries(next)) set(name as 'street', String(value))
  }
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <Select
        label={t('profile.address.country')}
        autoComplete="country"
        options={countryCodes.map((value) => ({ value, label: countryName(value) }))}
        {...field('country')}
        onChange={(country) => change(inCountry(values, country))}
      />
      <PostalCodeField
        field={field('postalCode')}
        draft={values}
        onTyped={(code) => change(withProvince(values, code))}
        onFound={change}
      />
      <TextInput label={t('profile.address.street')} autoComplete="address-line1" {...field('street')} />
      <TextInput
        label={t('profile.address.number')}
        hint={t('profile.address.numberHint')}
        optional
        {...field('number')}
      />
      <TextInput label={t('profile.address.comments')} optional autoComplete="address-line2" {...field('comments')} />
      {values.country === 'BR' && (
        <TextInput label={t('profile.address.district')} autoComplete="address-level3" {...field('district')} />
      )}
      <TextInput label={t('profile.address.city')} autoComplete="address-level2" {...field('city')} />
      <RegionField country={values.country} field={field('state')} />
      {kind === 'home' && !isOther && (
        <CheckboxRow label={t('profile.address.useForBilling')} optional {...field('useForBilling')} />
      )}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('profile.save')}
      </Button>
    </form>
  )
}

/** The name of a country in the person's language. */
function countryName(code: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'region' }).of(code) ?? code
}

/** Province or state: from the country's list by name, or typed where we have none. */
function RegionField({ country, field }: { country: string; field: FieldBinding<string> }) {
  const locale = useLocale()
  const regions = regionsOf(country)
  if (!regions)
    return <TextInput label={t('profile.address.region')} optional autoComplete="address-level1" {...field} />
  const options = regions
    .map(({ code, name }) => ({ value: code, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  const label = t(country === 'ES' ? 'profile.address.province' : 'profile.address.state')
  return (
    <Select
      label={label}
      placeholder={t('profile.address.choose')}
      autoComplete="address-level1"
      options={options}
      {...field}
    />
  )
}
