// The editor, loaded when the reader first wants to change code.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** Tab indents; Escape and then Tab leaves, as CodeMirror has it. */
export function openEditor({ text, label, onChange, onRun }) {
  const run = {
    key: "Mod-Enter",
    run: () => {
      onRun();
      return true;
    },
  };
  const view = new EditorView({
    doc: text,
    extensions: [
      keymap.of([run, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      history(),
      lineNumbers(),
      indentOnInput(),
      bracketMatching(),
      indentUnit.of("    "),
      new LanguageSupport(pythonLanguage),
      syntaxHighlighting(classHighlighter),
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    ],
  });
  const replace = (insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
  return { dom: view.dom, focus: () => view.focus(), replace };
}
