import { MAX_LINKS_PER_REQUEST } from '@cuida/core/invite/company.ts'
import type { Employee } from '@cuida/core/invite/desk-company-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { FieldError } from '@cuida/ui/Field/Field.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useRef, useState } from 'react'
import css from './Companies.module.css'
import { decodeText, type FileProblem, readEmployees } from './employee-file.ts'

interface EmployeeFileProps {
  id: string
  error: string | undefined
  /** The number of employees in the file. */
  count: number
  onRead: (employees: readonly Employee[], delimiter: string) => void
}

// Two hundred employees with the longest allowed names.
const MAX_BYTES = 200_000
/** The number of wrong lines that are listed at once. */
const MAX_LISTED_PROBLEMS = 12

/** Reads a table of employees in the browser: nothing is sent before the links are created. */
export function EmployeeFile({ id, error, count, onRead }: EmployeeFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ name: string; problems: readonly FileProblem[] }>()
  async function read(chosen: File): Promise<void> {
    const tooLarge = { employees: [], problems: [{ code: 'TOO_MANY' } as const], delimiter: ';' }
    const { employees, problems, delimiter } =
      chosen.size > MAX_BYTES ? tooLarge : readEmployees(decodeText(await chosen.arrayBuffer()))
    setFile({ name: chosen.name, problems })
    onRead(problems.length > 0 ? [] : employees, delimiter)
  }
  const problems = file?.problems ?? []
  return (
    <div className={css.file}>
      <p>{t('desk.companies.fileText')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={t('desk.companies.file')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void read(chosen)
          target.value = ''
        }}
      />
      <Button id={id} fit icon="upload" onClick={() => input.current?.click()}>
        {t(file ? 'desk.companies.otherFile' : 'desk.companies.file')}
      </Button>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div role="status">
        {file && problems.length === 0 && (
          <Alert tone="success" title={t('desk.companies.fileRead', { name: file.name, count })} />
        )}
        {problems.length > 0 && (
          <Alert tone="danger" title={t('desk.companies.fileWrong', { name: file?.name ?? '' })}>
            <ul className={css.problems}>
              {problems.slice(0, MAX_LISTED_PROBLEMS).map((problem) => (
                <li key={JSON.stringify(problem)}>{problemMessage(problem)}</li>
              ))}
              {problems.length > MAX_LISTED_PROBLEMS && (
                <li>{t('desk.companies.fileMore', { count: problems.length - MAX_LISTED_PROBLEMS })}</li>
              )}
            </ul>
          </Alert>
        )}
      </div>
    </div>
  )
}

const problemMessage = (problem: FileProblem): string =>
  t(`desk.companies.file.${problem.code}`, { most: MAX_LINKS_PER_REQUEST, row: 'row' in problem ? problem.row : 0 })
