import { regionsOf } from '@cuida/core/profile/address/provinces.ts'
import type { FieldBinding } from '@cuida/ui/forms/use-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t, useLocale } from '@cuida/ui/words/words.ts'

/** Province or state: from the country's list by name, or typed where we have none. */
export function RegionField({ country, field }: { country: string; field: FieldBinding<string> }) {
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
