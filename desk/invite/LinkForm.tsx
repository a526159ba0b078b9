import { MAX_LINKS_PER_REQUEST } from '@cuida/core/invite/company.ts'
import type { Company, Employee } from '@cuida/core/invite/desk-company-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect, useState } from 'react'
import { clinicToday, clinicZone } from '../kit/clinic-time.ts'
import { Failure } from '../kit/Failure.tsx'
import { PageForm } from '../kit/page/PageForm.tsx'
import css from './Companies.module.css'
import { toCsv } from './csv.ts'
import { EmployeeFile } from './EmployeeFile.tsx'
import { type LinkValues, linkProblems, linksInput, monthAfter, yearAfter } from './links-input.ts'
import { useMakeLinks } from './queries.ts'

const KINDS = ['one', 'many', 'file'] as const

/** Creates one link to copy, or up to two hundred as a table. They are shown only once. */
export function LinkForm({ company }: { company: Company }) {
  const [createdLinks, setCreatedLinks] = useState<Given>()
  if (createdLinks)
    return <LinksMade company={company} createdLinks={createdLinks} onClose={() => setCreatedLinks(undefined)} />
  return <LinksForm company={company} onMade={setCreatedLinks} />
}

function LinksForm({ company: { id }, onMade }: { company: Company; onMade: (createdLinks: Given) => void }) {
  const make = useMakeLinks(id)
  const [delimiter, setDelimiter] = useState(';')
  const today = clinicToday()
  const form = useForm<LinkValues>({
    initial: { kind: 'one', count: '', employees: [], until: monthAfter(today) },
    check: (values) => linkProblems(values, clinicToday()),
    submit: async (values) => {
      const { links } = await make.mutateAsync(linksInput(values, clinicZone()))
      const employees = values.kind === 'file' ? values.employees : []
      onMade({ links: links.map(({ link }) => link), employees, delimiter, until: values.until })
    },
    message: (field, code) => t(`desk.companies.${field}.${code}`, { most: MAX_LINKS_PER_REQUEST }),
  })
  const { kind, employees } = form.values
  const read = (from: readonly Employee[], between: string) => {
    setDelimiter(between)
    form.set('employees', from)
  }
  return (
    <Section title={t('desk.companies.make')}>
      <PageForm form={form}>
        <ErrorSummary {...form.summary} />
        <RadioGroup
          label={t('desk.companies.kind')}
          options={KINDS.map((value) => ({
            value,
            label: t(`desk.companies.kind.${value}`),
            detail: t(`desk.companies.kind.${value}Text`, { most: MAX_LINKS_PER_REQUEST }),
          }))}
          {...form.field('kind')}
        />
        {kind === 'many' && (
          <TextInput
            label={t('desk.companies.count')}
            hint={t('desk.companies.countHint', { most: MAX_LINKS_PER_REQUEST })}
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
      </PageForm>
    </Section>
  )
}

/** The created links, which the server returns only once, and their employees. */
interface Given {
  links: readonly string[]
  /** In the order of the links; empty when the links are for nobody in particular. */
  employees: readonly Employee[]
  delimiter: string
  /** The last day on which the links are valid. */
  until: string
}

interface LinksMadeProps {
  company: Company
  createdLinks: Given
  onClose: () => void
}

/** One link to copy, or all as a table. After closing they cannot be shown again. */
function LinksMade({ company: { slug }, createdLinks, onClose }: LinksMadeProps) {
  const { links } = createdLinks
  const [only] = links
  const address = useAddress(tableOf(createdLinks))
  return (
    <Section title={t('desk.companies.made', { count: links.length })}>
      <div className={css.form}>
        <Alert tone="warning" title={t('desk.companies.once', { count: links.length })}>
          {t('desk.companies.onceText', { count: links.length })}
        </Alert>
        {links.length === 1 && only && (
          <>
            <p className={css.link} translate="no">
              {only}
            </p>
            <CopyButton text={only} />
          </>
        )}
        {address && (links.length > 1 || createdLinks.employees.length > 0) && (
          <LinkButton variant="primary" icon="download" href={address} download={`${slug}-${createdLinks.until}.csv`}>
            {t('desk.companies.download')}
          </LinkButton>
        )}
        <Button variant="quiet" onClick={onClose}>
          {t('desk.companies.done')}
        </Button>
      </div>
    </Section>
  )
}

/** A table with each link beside its employee, or beside its number. */
function tableOf({ links, employees, delimiter }: Given): string {
  const columnName = (name: string) => t(`desk.companies.column.${name}`)
  if (employees.length === 0)
    return toCsv(
      [[columnName('number'), columnName('link')], ...links.map((link, at) => [String(at + 1), link])],
      delimiter,
    )
  const rows = employees.map(({ firstName, lastName, email }, at) => [firstName, lastName, email, links[at] ?? ''])
  return toCsv([['firstName', 'lastName', 'email', 'link'].map(columnName), ...rows], delimiter)
}

/** The object URL of the table while it is shown. */
function useAddress(text: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return address
}
