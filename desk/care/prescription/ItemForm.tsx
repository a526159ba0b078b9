import { allergiesIn, OFFERED_ROUTES, type PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import css from './Prescription.module.css'
import { draftOfItem, type ItemDraft, itemProblems } from './prescription-draft.ts'

interface ItemFormProps {
  initial: ItemDraft
  /** What this clinician prescribed before: choosing one of them fills in the rest. */
  usual: readonly PrescriptionItem[]
  allergies: readonly string[]
  onAdd: (item: ItemDraft) => void
}

/** One medicine. Enter adds it, and the next one begins where this one did. */
export function ItemForm({ initial, usual, allergies, onAdd }: ItemFormProps) {
  const form = useForm<ItemDraft>({
    initial,
    check: itemProblems,
    submit: async (values) => onAdd(values),
    words: (field, problem) => t(`desk.prescription.${field}.${problem}`),
  })
  const { field, values, set } = form
  const medicine = field('medicine')
  useEffect(() => document.getElementById(medicine.id)?.focus(), [medicine.id])
  const found = allergiesIn(values.medicine, allergies)

  function choose(typed: string): void {
    medicine.onChange(typed)
    const known = usual.find((item) => item.medicine === typed)
    if (!known) return
    const { medicine: _, ...rest } = draftOfItem(known)
    for (const [name, value] of Object.entries(rest)) set(name as keyof ItemDraft, value as never)
  }
  return (
    <form className={css.form} {...form.props} autoComplete="off">
      <ErrorSummary {...form.summary} />
      <TextInput label={t('desk.prescription.medicine')} list="usual-medicines" {...medicine} onChange={choose} />
      <datalist id="usual-medicines">
        {usual.map((item) => (
          <option key={item.medicine} value={item.medicine} />
        ))}
      </datalist>
      {found.length > 0 && (
        <Alert tone="warning" title={t('desk.prescription.allergic', { allergy: found.join(', ') })} />
      )}
      <div className={css.pair}>
        <TextInput label={t('desk.prescription.dose')} hint={t('desk.prescription.doseHint')} {...field('dose')} />
        <Select
          label={t('desk.prescription.route')}
          placeholder={t('desk.prescription.routeChoose')}
          options={OFFERED_ROUTES.map((value) => ({ value, label: t(`care.route.${value}`) }))}
          {...field('route')}
        />
        <TextInput
          label={t('desk.prescription.frequency')}
          hint={t('desk.prescription.frequencyHint')}
          {...field('frequency')}
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
        <TextInput
          label={t('desk.prescription.quantity')}
          hint={t('desk.prescription.quantityHint')}
          {...field('quantity')}
        />
        <TextInput
          label={t('desk.prescription.instructions')}
          hint={t('desk.prescription.instructionsHint')}
          optional
          {...field('instructions')}
        />
      </div>
      <Button type="submit" icon="plus">
        {t('desk.prescription.add')}
      </Button>
    </form>
  )
}
