import type { FoundPerson } from '@cuida/core/access/people/people-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { PageList, PageNote, PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { usePartner } from '../../kit/partner.ts'
import css from './PeopleList.module.css'
import { useSearch } from './queries.ts'

/** Finds a person by what they give on the phone: number, e-mail address or name. */
export function PeopleList({ selectedId }: { selectedId: string | undefined }) {
  const search = useSearch()
  const form = useForm({
    initial: { query: '' },
    check: ({ query }) => ({ query: queryProblem(query.trim()) }),
    submit: ({ query }) => search.mutateAsync(query.trim()),
    message: (_, code) => t(`desk.people.search.${code === 'TOO_LONG' ? code : 'TOO_SHORT'}`),
  })
  const partner = usePartner()
  const title = t('desk.people.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  return (
    <PageList title={title}>
      <search>
        <form className={css.form} {...form.props}>
          <TextInput
            label={t('desk.people.search.label')}
            hint={t('desk.people.search.hint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            {...form.field('query')}
          />
          <Button type="submit" variant="primary" icon="search" busy={form.busy}>
            {t('desk.people.search.submit')}
          </Button>
        </form>
      </search>
      <Failure failure={form.failure} />
      <div role="status">
        {search.data && <p className={css.count}>{t('desk.people.found', { count: search.data.items.length })}</p>}
        {search.data?.items.length === 0 && <PageNote>{t('desk.people.nobody')}</PageNote>}
      </div>
      <PageRows>
        {search.data?.items.map((person) => (
          <PersonRow key={`${person.kind} ${person.id}`} person={person} isChosen={person.id === selectedId} />
        ))}
      </PageRows>
      {search.data?.more && <PageNote>{t('desk.people.more')}</PageNote>}
    </PageList>
  )
}

function PersonRow({ person: { kind, id, name, hint, status }, isChosen }: { person: FoundPerson; isChosen: boolean }) {
  return (
    <PageRow
      href={`/people/${kind}/${id}`}
      isChosen={isChosen}
      name={name}
      facts={[t(`desk.people.kind.${kind}`), hint].join(' · ')}
      mark={status === 'blocked' ? t('desk.people.status.blocked') : undefined}
      tone="danger"
    />
  )
}

/** Checks the length of the query, with the bounds of the call declaration. */
function queryProblem(query: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  if (query.length < 3) return 'TOO_SHORT'
  return query.length > 100 ? 'TOO_LONG' : undefined
}
