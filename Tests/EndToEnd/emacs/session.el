;;; session.el --- A session in Emacs with Eglot, each step a line of JSON on standard output  -*- lexical-binding: t -*-

;; Environment: BREVIATE_TEST_FILE, a long text; BREVIATE_TEST_SETUP, what README tells a person to paste.

(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'eglot)
(require 'json)

(defun emit (step seen)
  "Print what was SEEN at STEP."
  (princ (concat (json-encode (list :step step :seen seen)) "\n")))

(defun wait (what condition)
  "Wait until CONDITION returns something and return that; WHAT names it when it never does."
  (let ((end (time-add nil 20)) value)
    (while (not (setq value (funcall condition)))
      (unless (time-less-p nil end) (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))
    value))

(defun notes ()
  "The document's part of the report."
  (breviate--report))

(defun page ()
  "The notes buffer's text."
  (with-current-buffer (breviate-notes) (buffer-substring-no-properties (point-min) (point-max))))

(defun states ()
  "The state of each passage."
  (mapcar (lambda (passage) (plist-get passage :state)) (plist-get (notes) :passages)))

(defun settled ()
  "The states, once no passage waits or runs."
  (let ((found (states)))
    (and (not (member "waiting" found)) (not (member "running" found)) (vconcat found))))

(setq eglot-sync-connect 10
      eglot-autoshutdown nil)
(load (getenv "BREVIATE_TEST_SETUP") nil t)
(find-file (getenv "BREVIATE_TEST_FILE"))
(text-mode)
(emit "plan" (breviate-plan))
(emit "attach" (if (eglot-managed-p) t json-false))

(wait "the diagnostic" (lambda () (flymake-start) (flymake-diagnostics)))
(emit "diagnostic" (vconcat (mapcar (lambda (found)
                                      (list :text (flymake-diagnostic-text found)
                                            :type (symbol-name (flymake-diagnostic-type found))
                                            :line (line-number-at-pos (flymake-diagnostic-beg found))
                                            :covers (buffer-substring-no-properties (flymake-diagnostic-beg found)
                                                                                    (flymake-diagnostic-end found))))
                                    (flymake-diagnostics))))

;; What a person would choose for a region, from between two characters that are no one unit of UTF-16.
(goto-char (point-min))
(let* ((start (search-forward "🪨🏔️"))
       (end (progn (forward-line 8) (point)))
       (action (seq-find (lambda (each) (string-prefix-p "breviate.summarise" (plist-get (plist-get each :command) :command)))
                         (eglot-code-actions start end))))
  (emit "action" (list :title (plist-get action :title)
                       :argument (aref (plist-get (plist-get action :command) :arguments) 0)
                       :selected (buffer-substring-no-properties start end)))
  (eglot-execute-command (eglot-current-server) (intern (plist-get (plist-get action :command) :command))
                         (plist-get (plist-get action :command) :arguments))
  (wait "the notes on the region" #'settled)
  (emit "selection" (notes))
  (breviate-clear)
  ;; And by the command, on a region of the same extent.
  (goto-char start)
  (set-mark end)
  (let ((transient-mark-mode t))
    (activate-mark)
    (call-interactively #'breviate-summarise))
  (deactivate-mark)
  (wait "the notes on the region" #'settled)
  (emit "region" (notes))
  (breviate-clear))

(emit "run" (breviate-summarise))
(let ((notes-buffer (get-buffer "*Breviate: history.txt*")))
  (wait "the notes" #'settled)
  ;; Nothing draws it but what the server says of changes.
  (emit "live" (wait "the notes buffer" (lambda ()
                                          (with-current-buffer notes-buffer
                                            (let ((text (buffer-substring-no-properties (point-min) (point-max))))
                                              (and (string-match-p "\\`\\([0-9]+\\) of \\1 passages noted" text) text)))))))
(emit "notes" (notes))

(let* ((second (aref (plist-get (notes) :passages) 1))
       (start (plist-get (plist-get second :range) :start))
       shown)
  (goto-char (point-min))
  (forward-line (1+ (plist-get start :line)))
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
  (emit "hover" (list :text (substring-no-properties (wait "the hover" (lambda () shown)))
                      :note (plist-get second :note)))
  ;; Eglot groups the symbols by kind.
  (emit "imenu" (vconcat (apply #'append (mapcar (lambda (group) (mapcar #'car (cdr group))) (eglot-imenu)))))
  (forward-line 2)
  (insert "🪨🏔️ Zora Quist came here in 1849")
  ;; Behind characters of two units and of a base with its selector.
  (delete-char -1)
  (insert "8. 🧗🏽 ")
  (emit "stale" (vconcat (states)))
  (emit "held" (notes))
  (breviate-update)
  (emit "updated" (wait "the update" #'settled))
  (emit "after" (list :text (buffer-substring-no-properties (point-min) (point-max)) :notes (notes)))
  (emit "whole" (jsonrpc-request (eglot-current-server) :breviate/summarise (eglot--TextDocumentIdentifier))))

;; From a note to its text, and into it.
(let* ((passage (aref (plist-get (notes) :passages) 1))
       (place (car (breviate--bounds passage)))
       (text (current-buffer)))
  (emit "page" (page))
  (with-current-buffer (breviate-notes)
    (goto-char (point-min))
    (breviate-notes-next)
    (breviate-notes-next)
    (breviate-notes-copy)
    (emit "copied" (list :text (current-kill 0) :note (plist-get passage :note)))
    (breviate-notes-jump))
  (emit "jumped" (if (and (eq (window-buffer) text) (= (window-point) place)) t json-false))
  (goto-char place)
  (breviate-insert passage)
  (emit "inserted" (buffer-substring-no-properties place (+ place 400)))
  (emit "refused" (condition-case problem
                      (progn (goto-char (+ 600 place)) (call-interactively #'breviate-insert) nil)
                    (user-error (error-message-string problem)))))

(eglot-shutdown (eglot-current-server))
(emit "stop" t)
;;; session.el ends here
