import { expect, test } from 'vitest'
import { formProblems } from './check-forms.ts'

const at = (path: string, text: string) => formProblems([{ path, text }])
const drawn = (inside: string, frame = 'Dialog') =>
  `const Ask = () => <${frame} open title="x">\n{isThere && <div>${inside}</div>}</${frame}>`

test.each([
  ['a form', '<form onSubmit={go} />', 'form'],
  ['a field without one', '<TextArea label="Why" value={why} onChange={setWhy} />', 'TextArea'],
  ['a choice by a type', '<RadioGroup<Reason> label="Why" options={REASONS} />', 'RadioGroup'],
])('a dialog that draws %s itself is found', (_, inside, name) =>
  expect(at('desk/care/Ask.tsx', drawn(inside))).toEqual([
    `desk/care/Ask.tsx draws <${name}> in a <Dialog>: take FormDialog of the app’s kit`,
  ]),
)

test.each([
  ['something to read', drawn('<p>Read</p>')],
  ['something to press', drawn('<Button onClick={go}>Go</Button>')],
  ['its form by the one that draws them', drawn('<TextArea label="Why" {...form.field("why")} />', 'FormDialog')],
  ['a form beside it', `${drawn('<p>Read</p>')}\nconst Form = () => <form><TextArea /></form>`],
])('a dialog with %s is fine', (_, text) => expect(at('web/care/Ask.tsx', text)).toEqual([]))

test('one place draws forms in dialogs, and a call’s devices are no form', () => {
  for (const path of ['ui/FormDialog/FormDialog.tsx', 'ui/CallOptions/CallOptions.tsx', 'web/care/ask.test.tsx'])
    expect(at(path, drawn('<form />'))).toEqual([])
})
