import type { Source } from './check-arrows.ts'
import { allIn, type Node, parsed } from './syntax.ts'

// ARCHITECTURE.md, "Reads and deeds of a client": a form in a dialog is drawn by `FormDialog`, so that each says what is
// wrong, waits, keeps what was typed and closes in the same way.

const isOurs = (path: string) =>
  /^(ui|web|desk)\/.*\.tsx$/.test(path) && !/\.test\.tsx$|\/test-[^/]+$|^ui\/testing\//.test(path)

/** Draws what the dialogs with forms are made of. */
const MAKER = 'ui/FormDialog/FormDialog.tsx'
/** What is chosen there holds at once: devices of a call. */
const NO_FORM: readonly string[] = ['ui/CallOptions/CallOptions.tsx']
/** A form, and what one is made of. */
const OF_FORMS =
  /^(form|Field|TextInput|TextArea|PasswordInput|PhoneInput|CodeInput|DateOfBirth|Select|RadioGroup|YesNo|Checkbox(Row|Group))$/

/** A sentence for each file with a dialog that draws a form, or fields, itself. */
export const formProblems = (sources: readonly Source[]): string[] =>
  sources.filter(({ path }) => isOurs(path) && path !== MAKER && !NO_FORM.includes(path)).flatMap(problemsIn)

function problemsIn({ path, text }: Source): string[] {
  // Most files draw no dialog: they are not read as a program.
  if (!text.includes('<Dialog')) return []
  const inDialogs = elementsIn(parsed(path, text), 'Dialog').flatMap(allIn)
  const names = inDialogs.filter(({ type }) => type === 'JSXOpeningElement').map(nameOf)
  return [...new Set(names.filter((name) => OF_FORMS.test(name)))].map(
    (name) => `${path} draws <${name}> in a <Dialog>: take FormDialog of the app’s kit`,
  )
}

const elementsIn = (program: Node, name: string): Node[] =>
  allIn(program).filter(({ type, openingElement }) => type === 'JSXElement' && nameOf(openingElement as Node) === name)

const nameOf = (opening: Node): string => String((opening.name as Node).name)
