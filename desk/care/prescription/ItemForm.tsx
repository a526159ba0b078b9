import { DoseFrequency, DoseUnit, readAmount, unitsNeeded } from '@cuida/core/care/prescription/dosage.ts'
import {
  type AdministrationRoute,
  allergiesIn,
  type PrescriptionItem,
} from '@cuida/core/care/prescription/prescription.ts'
import type { CatalogueMedicine } from '@cuida/core/care/prescription/prescription-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect } from 'react'
import css from './Prescription.module.css'
import { draftOfItem, type ItemDraft, itemProblems } from './prescription-draft.ts'
import { useMedicines } from './prescription-queries.ts'

interface ItemFormProps {
  initial: ItemDraft
  /** Earlier items of this clinician: choosing one fills in the other fields. */
  usual: readonly PrescriptionItem[]
  routes: readonly AdministrationRoute[]
  allergies: readonly string[]
  onAdd: (item: ItemDraft) => void
}

/** One medicine. Enter adds it and returns the focus to the first field. */
export function ItemForm({ initial, usual, routes, allergies, onAdd }: ItemFormProps) {
  const catalogue = useMedicines().data?.catalogue
  const form = useForm<ItemDraft>({
    initial,
    check: itemProblems,
    submit: async (values) => onAdd(values),
    message: (field, problem) => t(`desk.prescription.${field}.${problem}`),
  })
  const { field, values, set } = form
  const medicine = field('medicine')
  useEffect(() => document.getElementById(medicine.id)?.focus(), [medicine.id])
  const found = allergiesIn(values.medicine, allergies)
  const entries = catalogue?.medicines ?? []
  const isFreeText =
    catalogue && values.medicine.trim() !== '' && !entries.some(({ name }) => name === values.medicine.trim())

  function choose(typed: string): void {
    medicine.onChange(typed)
    const known = usual.find((item) => item.medicine === typed)
    const entry = entries.find(({ name }) => name === typed)
    if (known) fill(draftOfItem(known))
    else if (entry) fill({ unit: entry.unit, route: entry.route })
  }
  function fill({ medicine: _, ...rest }: Partial<ItemDraft>): void {
    for (const [name, value] of Object.entries(rest)) set(name as keyof ItemDraft, value as never)
  }
  return (
    <form className={css.form} {...form.props} autoComplete="off">
      <ErrorSummary {...form.summary} />
      <TextInput
        label={t('desk.prescription.medicine')}
        hint={isFreeText ? t('desk.prescription.freeTextHint') : catalogue && t('desk.prescription.medicineHint')}
        list="known-medicines"
        {...medicine}
        onChange={choose}
      />
      <datalist id="known-medicines">
        {suggestions(values.medicine, usual, entries).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {found.length > 0 && (
        <Alert tone="warning" title={t('desk.prescription.allergic', { allergy: found.join(', ') })} />
      )}
      <Select
        label={t('desk.prescription.route')}
        placeholder={t('desk.prescription.choose')}
        options={routes.map((value) => ({ value, label: t(`care.route.${value}`) }))}
        {...field('route')}
      />
      <div className={css.pair}>
        <TextInput label={t('desk.prescription.amount')} inputMode="decimal" {...field('amount')} />
        <Select
          label={t('desk.prescription.unit')}
          placeholder={t('desk.prescription.choose')}
          options={DoseUnit.options.map((value) => ({ value, label: t(`desk.prescription.unit.${value}`) }))}
          {...field('unit')}
        />
        <Select
          label={t('desk.prescription.frequency')}
          placeholder={t('desk.prescription.choose')}
          options={DoseFrequency.options.map((value) => ({ value, label: t(`care.dose.frequency.${value}`) }))}
          {...field('frequency')}
        />
        <CheckboxRow
          name="asNeeded"
          label={t('desk.prescription.asNeeded')}
          value={values.asNeeded}
          onChange={(asNeeded) => set('asNeeded', asNeeded)}
        />
        <TextInput label={t('desk.prescription.days')} inputMode="numeric" {...field('days')} />
        <CheckboxRow
          name="isContinuous"
          label={t('desk.prescription.continuous')}
          value={values.isContinuous}
          onChange={(isContinuous) => {
            set('isContinuous', isContinuous)
            if (isContinuous) set('days', '')
          }}
        />
        <TextInput label={t('desk.prescription.packages')} inputMode="numeric" {...field('packages')} />
        <TextInput label={t('desk.prescription.packageSize')} inputMode="numeric" optional {...field('packageSize')} />
      </div>
      <Needed values={values} />
      <TextInput
        label={t('desk.prescription.instructions')}
        hint={t('desk.prescription.instructionsHint')}
        optional={values.frequency !== 'as-written'}
        {...field('instructions')}
      />
      <Button type="submit" icon="plus">
        {t('desk.prescription.add')}
      </Button>
    </form>
  )
}

/** The amount that the treatment takes, once it can be computed, to compare with the packages. */
function Needed({ values: { amount, unit, frequency, days, packages, packageSize } }: { values: ItemDraft }) {
  const each = readAmount(amount)
  const needed =
    each && frequency && /^\d+$/.test(days) ? unitsNeeded({ amount: each, frequency }, Number(days)) : undefined
  if (!needed || !unit) return null
  const dispensed = Number(packages) * Number(packageSize)
  const dose = (count: number) => t(`care.dose.unit.${unit}`, { amount: count })
  if (dispensed > 0 && dispensed < needed)
    return (
      <Alert
        tone="warning"
        title={t('desk.prescription.tooFew', { needed: dose(needed), dispensed: dose(dispensed) })}
      />
    )
  return <p className={css.faint}>{t('desk.prescription.needed', { needed: dose(needed) })}</p>
}

const MAX_SUGGESTIONS = 30

/** Medicines of the clinician and of the catalogue whose name has every typed word, ignoring accents and case. */
function suggestions(
  typed: string,
  usual: readonly PrescriptionItem[],
  entries: readonly CatalogueMedicine[],
): string[] {
  const terms = plain(typed).split(/\s+/).filter(Boolean)
  const names = new Set([...usual.map((item) => item.medicine), ...entries.map(({ name }) => name)])
  return [...names].filter((name) => terms.every((term) => plain(name).includes(term))).slice(0, MAX_SUGGESTIONS)
}
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
