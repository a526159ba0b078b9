import { findPostalCode } from '@cuida/core/profile/account/account-api.ts'
import { type Address, type AddressKind, isPostalCode, tidyPostalCode } from '@cuida/core/profile/address/address.ts'
import { regionsOf } from '@cuida/core/profile/address/provinces.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { type FieldBinding, useForm } from '@cuida/ui/forms/use-form.ts'
import { currentLocale, t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useRef, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../account/ProfileScreen.module.css'
import { problemMessage } from '../account/problem-message.ts'
import { useFindPlace, useSaveAddress } from '../queries.ts'
import {
  type AddressDraft,
  addressDraft,
  draftProblems,
  type Filled,
  fillOf,
  inCountry,
  savedAddress,
  withProvince,
} from './address-draft.ts'

const failedMessage = (failure: unknown): string =>
  refusedWith(findPostalCode, failure, 'POSTAL_CODE_NOT_FOUND') ? 'unknown' : 'failed'

interface AddressFormProps {
  patientId: string
  kind: AddressKind
  known: Address | null
  hasOwnBilling: boolean
  /** A dependant's address, which is not used for invoices. */
  isOther?: boolean
  backTo?: string
}

/** B3.8. The postal code comes first, since it may fill in the rest. */
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
    message: (field, code) => problemMessage(`address.${field}`, code),
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

/** The country's name in the person's language. */
function countryName(code: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'region' }).of(code) ?? code
}

/** Province or state: chosen from the country's list, or typed where we have none. */
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

interface PostalCodeFieldProps {
  field: FieldBinding<string>
  draft: AddressDraft
  onTyped: (code: string) => void
  onFound: (fill: Filled) => void
}

/** A postal code; in Brazil with an optional look-up: everything can also be typed. */
function PostalCodeField({ field, draft, onTyped, onFound }: PostalCodeFieldProps) {
  const find = useFindPlace()
  const filled = useRef<Filled>({})
  const [notYet, setNotYet] = useState(false)
  const isBrazil = draft.country === 'BR'
  function lookUpAddress(): void {
    const code = tidyPostalCode(field.value)
    const isWhole = isPostalCode('BR', code)
    setNotYet(!isWhole)
    find.reset()
    if (!isWhole || find.isPending) return
    find.mutate(code, {
      onSuccess(place) {
        const fill = fillOf(draft, place, filled.current)
        filled.current = { ...filled.current, ...fill }
        onFound(fill)
      },
    })
  }
  const searchStatus = find.isSuccess ? 'found' : find.error ? failedMessage(find.error) : undefined
  return (
    <div>
      <div className={css.code} data-look-up={isBrazil || undefined}>
        <TextInput
          {...field}
          label={t(isBrazil ? 'profile.address.cep' : 'profile.address.postalCode')}
          inputMode={draft.country === 'ES' || isBrazil ? 'numeric' : 'text'}
          autoComplete="postal-code"
          error={field.error ?? (notYet ? t('profile.address.postalCode.CEP_INVALID') : undefined)}
          onChange={(code) => {
            setNotYet(false)
            onTyped(code)
          }}
        />
        {isBrazil && (
          <Button icon="search" fit busy={find.isPending} onClick={lookUpAddress}>
            {t('profile.address.search')}
          </Button>
        )}
      </div>
      <p className={css.said} role="status">
        {isBrazil && searchStatus && t(`profile.address.search.${searchStatus}`)}
      </p>
    </div>
  )
}
