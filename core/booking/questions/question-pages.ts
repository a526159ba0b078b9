/** The pages of the visible questions: a question with `samePage` continues the page of the question before it. */
export function questionPages<T extends { samePage?: boolean | null | undefined }>(questions: readonly T[]): T[][] {
  const pages: T[][] = []
  for (const question of questions) {
    const page = pages.at(-1)
    if (page && question.samePage) page.push(question)
    else pages.push([question])
  }
  return pages
}
