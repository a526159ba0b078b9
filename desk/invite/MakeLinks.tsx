import { MOST_LINKS } from '@cuida/core/invite/company.ts'
import type { Company, Employee } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { PlaceForm } from '../kit/place/PlaceForm.tsx'
import { clinicToday, clinicZone } from '../kit/times.ts'
import { EmployeeFile } from './EmployeeFile.tsx'
import { type Given, LinksMade } from './LinksMade.tsx'
import { type LinkValues, linkProblems, linkWishOf, monthAfter, yearAfter } from './link-wish.ts'
import { useMakeLinks } from './queries.ts'

const KINDS = ['one', 'many', 'file'] as const

/** One link to copy, or up to two hundred as a table. They are shown here once. */
export function MakeLinks({ company }: { company: Company }) {
  const [given, setGiven] = useState<Given>()
  if (given) return <LinksMade company={company} given={given} onClose={() => setGiven(undefined)} />
  return <LinksForm company={company} onMade={setGiven} />
}

function LinksForm({ company: { id }, onMade }: { company: Company; onMade: (given: Given) => void }) {
  const make = useMakeLinks(id)
  const [delimiter, setDelimiter] = useState(';')
  const today = clinicToday()
  const form = useForm<LinkValues>({
    initial: { kind: 'one', count: '', employees: [], until: monthAfter(today) },
    check: (values) => linkProblems(values, clinicToday()),
    submit: async (values) => {
      const { links } = await make.mutateAsync(linkWishOf(values, clinicZone()))
      const employees = values.kind === 'file' ? values.employees : []
      onMade({ links: links.map(({ link }) => link), employees, delimiter, until: values.until })
    },
    words: (field, code) => t(`desk.companies.${field}.${code}`, { most: MOST_LINKS }),
  })
  const { kind, employees } = form.values
  const read = (from: readonly Employee[], between: string) => {
    setDelimiter(between)
    form.set('employees', from)
  }
  return (
    <Section title={t('desk.companies.make')}>
      <PlaceForm form={form}>
        <ErrorSummary {...form.summary} />
        <RadioGroup
          label={t('desk.companies.kind')}
          options={KINDS.map((value) => ({
            value,
            label: t(`desk.companies.kind.${value}`),
            detail: t(`desk.companies.kind.${value}Text`, { most: MOST_LINKS }),
          }))}
          {...form.field('kind')}
        />
        {kind === 'many' && (
          <TextInput
            label={t('desk.companies.count')}
            hint={t('desk.companies.countHint', { most: MOST_LINKS })}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('count')}
          />
        )}
        {kind === 'file' && <EmployeeFile {...form.field('employees')} count={employees.length} onRead={read} />}
        <TextInput
          label={t('desk.companies.lastDay')}
          hint={t('desk.companies.lastDayHint')}
          type="date"
          min={today}
          max={yearAfter(today)}
          {...form.field('until')}
        />
        <Failure failure={form.failure} />
        <Button type="submit" variant="primary" fit busy={form.busy}>
          {t(kind === 'one' ? 'desk.companies.makeOne' : 'desk.companies.makeMany')}
        </Button>
      </PlaceForm>
    </Section>
  )
}
