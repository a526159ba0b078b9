import type { Company, Employee } from '@cuida/core/invite/desk-company-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import css from './Companies.module.css'
import { csvOf } from './csv.ts'

/** What the answer gave, once, and whom it is for. */
export interface Given {
  links: readonly string[]
  /** In the order of the links; none: for whoever has them. */
  employees: readonly Employee[]
  delimiter: string
  /** The last day. */
  until: string
}

interface LinksMadeProps {
  company: Company
  given: Given
  onClose: () => void
}

/** One to copy or all as a table. What is closed here is nowhere else. */
export function LinksMade({ company: { slug }, given, onClose }: LinksMadeProps) {
  const { links } = given
  const [only] = links
  const address = useAddress(tableOf(given))
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
            <CopyButton link={only} />
          </>
        )}
        {address && (links.length > 1 || given.employees.length > 0) && (
          <LinkButton variant="primary" icon="download" href={address} download={`${slug}-${given.until}.csv`}>
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

/** Each link beside whom it is for, or beside its number. */
function tableOf({ links, employees, delimiter }: Given): string {
  const word = (name: string) => t(`desk.companies.column.${name}`)
  if (employees.length === 0)
    return csvOf([[word('number'), word('link')], ...links.map((link, at) => [String(at + 1), link])], delimiter)
  const rows = employees.map(({ firstName, lastName, email }, at) => [firstName, lastName, email, links[at] ?? ''])
  return csvOf([['firstName', 'lastName', 'email', 'link'].map(word), ...rows], delimiter)
}

/** Where the browser finds the table while it is shown. */
function useAddress(text: string): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return address
}
