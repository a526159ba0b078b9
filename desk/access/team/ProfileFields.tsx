import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { capitalize } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useMemo } from 'react'
import { FieldRow } from '../../kit/page/PageForm.tsx'
import { languageName, spokenOptions } from './language-names.ts'
import type { Team } from './queries.ts'
import css from './Team.module.css'
import { zoneName, zoneOptions } from './time-zones.ts'
import type { ColleagueForm } from './use-colleague-form.ts'

interface ProfileFieldsProps {
  form: ColleagueForm
  /** Languages of the profile texts; the first is required. */
  textLanguages: readonly string[]
  /** Languages that the clinician is known to speak. */
  spokenLanguages: readonly string[]
  products: Team['products']
}

/** The public profile of a clinician, and the settings of their calendar. */
export function ProfileFields({
  form: { field, set, values },
  textLanguages,
  spokenLanguages,
  products,
}: ProfileFieldsProps) {
  const zones = useMemo(() => zoneOptions(values.timeZone), [values.timeZone])
  // Products that are no longer on offer stay on the profile, although the form does not show them.
  const others = values.products.filter((id) => products.every((product) => product.id !== id))
  return (
    <>
      <TextInput
        label={t('desk.team.registrationNumber')}
        hint={t('desk.team.registrationHint')}
        autoComplete="off"
        {...field('registrationNumber')}
      />
      {textLanguages.map((language, index) => (
        <Texts key={language} field={field} language={language} optional={index > 0} />
      ))}
      <CheckboxGroup
        label={t('desk.team.languages')}
        options={spokenOptions(spokenLanguages)}
        beside
        {...field('languages')}
      />
      <FieldRow>
        <Select
          label={t('desk.team.timeZone')}
          hint={capitalize(zoneName(values.timeZone))}
          options={zones}
          {...field('timeZone')}
        />
        <TextInput
          label={t('desk.team.bufferMinutes')}
          hint={t('desk.team.bufferHint')}
          inputMode="numeric"
          autoComplete="off"
          {...field('bufferMinutes')}
        />
      </FieldRow>
      <CheckboxGroup
        label={t('desk.team.products')}
        hint={t('desk.team.productsHint')}
        optional
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        {...field('products')}
        onChange={(selectedIds) => set('products', [...selectedIds, ...others])}
      />
    </>
  )
}

/** The four profile texts in one language. */
function Texts({ field, language, optional }: { field: ColleagueForm['field']; language: string; optional: boolean }) {
  return (
    <fieldset className={css.language}>
      <legend>{t('desk.team.inLanguage', { language: languageName(language) })}</legend>
      {optional && <p>{t('desk.team.emptyLanguage')}</p>}
      <TextInput
        label={t('desk.team.specialty')}
        optional={optional}
        autoComplete="off"
        lang={language}
        {...field(`specialty.${language}`)}
      />
      <TextArea
        label={t('desk.team.bio')}
        optional={optional}
        most={2_000}
        lang={language}
        {...field(`bio.${language}`)}
      />
      {(['experience', 'studies'] as const).map((list) => (
        <TextArea
          key={list}
          label={t(`desk.team.${list}`)}
          hint={t('desk.team.linesHint')}
          optional
          rows={3}
          lang={language}
          {...field(`${list}.${language}`)}
        />
      ))}
    </fieldset>
  )
}
